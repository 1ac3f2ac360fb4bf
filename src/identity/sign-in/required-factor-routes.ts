import type { FastifyInstance, FastifyReply } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { emptyConfirmationCode } from "../accounts/account-rules.ts";
import { needsSecondFactor } from "../accounts/security-policy.ts";
import { secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import type { FlowContext } from "../flow/flow-context.ts";
import { formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { recoveryCodesPage, setUpAppPage } from "../second-factors/set-up-app-page.ts";
import { afterPasswordOf, askForPassword, type Challenge } from "./after-password.ts";

/** The step for accounts without a required second factor: they set it up before they get in. */
export function requiredFactorRoutes(app: FastifyInstance, context: FlowContext): void {
  const { homeUrl, secondFactors, flowSteps, limits, policy } = context;
  const afterPassword = afterPasswordOf(context);

  const isDue = async ({ account, needsFactor }: Challenge) =>
    !needsFactor &&
    !account.mustChangePassword &&
    needsSecondFactor(policy, account) &&
    (await secondFactors.confirmedKinds(account.id)).length === 0;

  async function show({ flow, account }: Challenge, reply: FastifyReply, error?: Saying, status = 200) {
    const { texts } = flow;
    const secret = await (error ? secondFactors.continueApp(account.id) : secondFactors.startApp(account.id));
    const page = await setUpAppPage({
      texts,
      homeUrl,
      lead: texts.t("identity.setUpApp.required"),
      username: account.username,
      secret,
      action: `${flow.url}/set-up-factor`,
      error,
    });
    return sendPage(reply, page, status);
  }

  app.get(
    "/signin/:flow/set-up-factor",
    afterPassword(async (challenge, _request, reply) =>
      (await isDue(challenge)) ? show(challenge, reply) : askForPassword(reply, challenge.flow),
    ),
  );

  app.post(
    "/signin/:flow/set-up-factor",
    afterPassword(async (challenge, request, reply) => {
      const { flow, account, amr, remember } = challenge;
      if (!(await isDue(challenge))) return askForPassword(reply, flow);
      const code = formText(request, "code").trim();
      if (code === "") return show(challenge, reply, emptyConfirmationCode, 422);
      const key = `factor:account:${account.id}`;
      const refusal = await limits.take([{ key, limit: secondFactorPerAccount }]);
      if (refusal) return show(challenge, reply, tooManyAttempts(reply, refusal), 429);
      const enrolment = await secondFactors.confirmApp(account, code, { withRecoveryCodes: true });
      if (enrolment.check !== "right") return show(challenge, reply, saying("identity.code.wrong.checkClock"), 422);
      await limits.clear(key);
      const proven = { amr: [...amr, "mfa", "otp"], remember, needsFactor: false };
      await flowSteps.put(flow.id, "challenge", { accountId: account.id, data: proven });
      const { texts } = flow;
      const next = html`<form method="post" action="${flow.url}/codes-kept"><button>${texts.t("identity.recoveryCodes.kept")}</button></form>`;
      return sendPage(reply, recoveryCodesPage({ texts, homeUrl, codes: enrolment.recoveryCodes ?? [], next }));
    }),
  );

  app.post(
    "/signin/:flow/codes-kept",
    afterPassword(async ({ flow, account, amr, remember }, request, reply) =>
      continueSignIn(context, flow, request, reply, { account, amr, remember }),
    ),
  );
}

import type { FastifyInstance, FastifyReply } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { AccountInputError, emptyConfirmationCode } from "../accounts/account-rules.ts";
import { needsSecondFactor } from "../accounts/security-policy.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { factorAttempt } from "../second-factors/factor-attempt.ts";
import { recoveryCodesPage, setUpAppPage } from "../second-factors/set-up-app-page.ts";
import { agreeToTermsPage } from "../terms/terms-routes.ts";
import { afterPasswordOf, askForPassword, type Challenge } from "./after-password.ts";
import { newPasswordPage } from "./sign-in-pages.ts";

/** Steps that an account may owe: a new password, a required second factor, and agreeing to the terms. */
export function dueStepsRoutes(app: FastifyInstance, context: IdentityContext): void {
  newPasswordStep(app, context);
  requiredFactorStep(app, context);
  termsStep(app, context);
}

function newPasswordStep(app: FastifyInstance, context: IdentityContext): void {
  const afterPassword = afterPasswordOf(context);

  app.get(
    "/signin/:flow/new-password",
    afterPassword(async ({ flow, needsFactor, account }, _request, reply) => {
      if (needsFactor || !account.mustChangePassword) return askForPassword(reply, flow);
      return sendPage(reply, newPasswordPage(flow, account.username));
    }),
  );

  app.post(
    "/signin/:flow/new-password",
    afterPassword(async ({ flow, account, amr, remember, needsFactor }, request, reply) => {
      if (needsFactor || !account.mustChangePassword) return askForPassword(reply, flow);
      try {
        await context.accounts.setPassword(account.username, formText(request, "password"), { mustDiffer: true });
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        return sendPage(reply, newPasswordPage(flow, account.username, error.fields.password), 422);
      }
      const changed = { ...account, mustChangePassword: false };
      return continueSignIn(context, flow, request, reply, { account: changed, amr, remember });
    }),
  );
}

function requiredFactorStep(app: FastifyInstance, context: IdentityContext): void {
  const { secondFactors, flowSteps, limits, policy } = context;
  const afterPassword = afterPasswordOf(context);

  const isDue = async ({ account, needsFactor }: Challenge) =>
    !needsFactor &&
    !account.mustChangePassword &&
    needsSecondFactor(policy, account) &&
    (await secondFactors.confirmedKinds(account.id)).length === 0;

  async function show({ flow, account }: Challenge, reply: FastifyReply, error?: Saying, status = 200) {
    const { texts, homeUrl } = flow;
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
      const attempt = await factorAttempt(context, request, account.id, "software_token");
      const refusal = await limits.take([attempt]);
      if (refusal) return show(challenge, reply, tooManyAttempts(reply, refusal), 429);
      const enrolment = await secondFactors.confirmApp(account, code);
      if (enrolment.check !== "right") return show(challenge, reply, saying("identity.code.wrong.checkClock"), 422);
      await limits.clear(attempt.key);
      const proven = { amr: [...amr, "mfa", "otp"], remember, needsFactor: false };
      await flowSteps.put(flow.id, "challenge", { accountId: account.id, data: proven });
      const { texts, homeUrl } = flow;
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

function termsStep(app: FastifyInstance, context: IdentityContext): void {
  const { terms, termsAgreements } = context;
  if (!terms) return;
  const afterPassword = afterPasswordOf(context);

  app.get(
    "/signin/:flow/terms",
    afterPassword(async ({ flow, needsFactor, account }, _request, reply) => {
      if (needsFactor || account.mustChangePassword) return askForPassword(reply, flow);
      return sendPage(reply, agreeToTermsPage(flow, terms));
    }),
  );

  app.post(
    "/signin/:flow/terms",
    afterPassword(async ({ flow, account, amr, remember, needsFactor }, request, reply) => {
      if (needsFactor || account.mustChangePassword) return askForPassword(reply, flow);
      if (formText(request, "terms") !== terms.version) {
        return sendPage(reply, agreeToTermsPage(flow, terms, saying("identity.terms.agree.missing")), 422);
      }
      await termsAgreements.agree(account.id, terms.version);
      return continueSignIn(context, flow, request, reply, { account, amr, remember });
    }),
  );
}

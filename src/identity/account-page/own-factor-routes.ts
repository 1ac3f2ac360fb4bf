import type { FastifyInstance, FastifyReply } from "fastify";
import { typedDigits } from "../../protocol/plain-digits.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import { emptyConfirmationCode } from "../accounts/account-rules.ts";
import { needsSecondFactor } from "../accounts/security-policy.ts";
import type { IdentityContext } from "../context.ts";
import { hiddenXsrf } from "../pages/fields.ts";
import { codeSentJustNow, formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { danger } from "../pages/layout.ts";
import { factorAttempt } from "../second-factors/factor-attempt.ts";
import { recoveryCodesPage, setUpAppPage } from "../second-factors/set-up-app-page.ts";
import {
  backToAccount,
  backToAccountPage,
  confirmPhonePage,
  examplePhone,
  setUpPhonePage,
  showAccount,
} from "./account-pages.ts";
import { accountPageRoutes, type Visit } from "./account-visits.ts";
import { findProofError, provenRoutes } from "./proven-routes.ts";

/** A person's own second factors: authenticator app, phone and recovery codes. */
export function ownFactorRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { secondFactors, limits, policy, logger } = context;
  const { get, post, refuse } = accountPageRoutes(app, context);
  const proven = provenRoutes(app, context);

  const showApp = async ({ texts, account, xsrf }: Visit, reply: FastifyReply, error?: Saying) => {
    const kinds = await secondFactors.confirmedKinds(account.id);
    if (kinds.includes("software_token")) return reply.redirect("/account", 303);
    const secret = await (error ? secondFactors.continueApp(account.id) : secondFactors.startApp(account.id));
    const page = await setUpAppPage({
      texts,
      homeUrl: "/account",
      lead: texts.t("identity.setUpApp.lead"),
      username: account.username,
      secret,
      action: "/account/app",
      hidden: hiddenXsrf(xsrf),
      error,
      below: backToAccount(texts),
    });
    return sendPage(reply, page, error ? 422 : 200);
  };

  const showCodes = ({ texts }: Visit, reply: FastifyReply, codes: string[]) => {
    const next = html`<a class="button" href="/account">${texts.t("identity.recoveryCodes.kept")}</a>`;
    return sendPage(reply, recoveryCodesPage({ texts, homeUrl: "/account", codes, next }));
  };

  proven.get("/account/app", async (visit, _request, reply) => showApp(visit, reply));

  proven.post("/account/app", async (visit, request, reply) => {
    const code = formText(request, "code").trim();
    if (code === "") return showApp(visit, reply, emptyConfirmationCode);
    const attempt = await factorAttempt(context, request, visit.account.id, "software_token");
    const refusal = await limits.take([attempt]);
    if (refusal) return showApp(visit, reply, tooManyAttempts(reply, refusal));
    const enrolment = await secondFactors.confirmApp(visit.account, code);
    if (enrolment.check !== "right") return showApp(visit, reply, saying("identity.code.wrong.checkClock"));
    await limits.clear(attempt.key);
    if (!enrolment.recoveryCodes) return reply.redirect("/account", 303);
    return showCodes(visit, reply, enrolment.recoveryCodes);
  });

  proven.get("/account/phone", async (visit, _request, reply) => sendPage(reply, setUpPhonePage(visit)));

  proven.post("/account/phone", async (visit, request, reply) => {
    const { texts, account } = visit;
    const phone = formText(request, "phone").slice(0, 40);
    const again = (error: Saying, status: number) => sendPage(reply, setUpPhonePage(visit, { phone, error }), status);
    const number = findPhoneNumber(phone);
    if (!number) return again(saying("identity.setUpPhone.number.wrong", { example: examplePhone }), 422);
    if ((await secondFactors.confirmedKinds(account.id)).includes("text_message")) {
      return refuse(reply, 409, saying("identity.notAccepted.phoneThere"));
    }
    try {
      const wait = await secondFactors.startPhone(account.id, number, texts);
      if (wait) {
        reply.header("retry-after", String(wait.waitSeconds));
        return again(codeSentJustNow(wait.waitSeconds), 429);
      }
    } catch (error) {
      logger.error({ err: error }, "text message could not be sent");
      return again(saying("identity.code.textMessageFailed"), 503);
    }
    return reply.redirect("/account/phone/confirm", 303);
  });

  get("/account/phone/confirm", async (visit, _request, reply) => {
    const phone = await secondFactors.findPhone(visit.account.id);
    if (!phone || phone.confirmed) return reply.redirect("/account", 303);
    return sendPage(reply, confirmPhonePage(visit, phone.number));
  });

  post("/account/phone/confirm", async (visit, request, reply) => {
    const { account } = visit;
    const phone = await secondFactors.findPhone(account.id);
    if (!phone || phone.confirmed) return reply.redirect("/account", 303);
    const again = (error: Saying) => sendPage(reply, confirmPhonePage(visit, phone.number, error), 422);
    const code = formText(request, "code").trim();
    if (code === "") return again(emptyConfirmationCode);
    const { check, recoveryCodes } = await secondFactors.confirmPhone(account, phone.number, code);
    if (check === "wrong") return again(saying("identity.code.wrong"));
    if (check === "used-up") return again(saying("identity.code.usedUp.startAgain"));
    if (!recoveryCodes) return backToAccountPage(reply, "phone");
    return showCodes(visit, reply, recoveryCodes);
  });

  const showProblem = (visit: Visit, reply: FastifyReply, problem: Saying, status = 422) =>
    showAccount(context, visit, reply, danger(problem), status);

  post("/account/factors/remove", async (visit, request, reply) => {
    const kind = formText(request, "kind");
    if (kind !== "software_token" && kind !== "text_message") {
      return showProblem(visit, reply, saying("identity.invalidMfaType"));
    }
    const proofError = await findProofError(context, visit, request, reply);
    if (proofError) return showProblem(visit, reply, proofError);
    const isRequired = needsSecondFactor(policy, visit.account);
    if (!(await secondFactors.remove(visit.account, kind, { isRequired }))) {
      return showProblem(visit, reply, saying("identity.factorRequired"), 409);
    }
    return backToAccountPage(reply, "removed");
  });

  post("/account/recovery-codes", async (visit, request, reply) => {
    const proofError = await findProofError(context, visit, request, reply);
    if (proofError) return showProblem(visit, reply, proofError);
    if ((await secondFactors.confirmedKinds(visit.account.id)).length === 0) {
      return showProblem(visit, reply, saying("identity.noValidMfaMethod"));
    }
    return showCodes(visit, reply, await secondFactors.renewRecoveryCodes(visit.account));
  });
}

/** A phone number in international format; undefined for anything else. */
export function findPhoneNumber(input: string): string | undefined {
  const digits = typedDigits(input)
    .replaceAll(/[\s().-]/g, "")
    .replace(/^(?:00|＋)/, "+");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

import type { FastifyInstance, FastifyReply } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { codeSentJustNow, formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { danger, type Notice } from "../pages/layout.ts";
import { factorAttempt } from "../second-factors/factor-attempt.ts";
import type { FactorMethod } from "../second-factors/second-factors.ts";
import { afterPasswordOf, askForPassword, type Challenge } from "./after-password.ts";
import { factorPage } from "./sign-in-pages.ts";

const methodsOfAmr: Record<FactorMethod, string> = {
  software_token: "otp",
  text_message: "sms",
  recovery_code: "recovery",
};

/** The step after the password, for accounts with a second factor. */
export function factorRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { secondFactors, limits, logger } = context;

  const afterPassword = afterPasswordOf(context);

  async function showFactor(
    reply: FastifyReply,
    { flow, account }: Challenge,
    method: FactorMethod | undefined,
    problem: { error?: Saying; notice?: Notice } = {},
    status = 200,
  ): Promise<FastifyReply> {
    const kinds = await secondFactors.confirmedKinds(account.id);
    const chosen = method ?? kinds[0] ?? "recovery_code";
    return sendPage(reply, factorPage(flow, { method: chosen, kinds, ...problem }), status);
  }

  app.get(
    "/signin/:flow/factor",
    afterPassword(async (challenge, request, reply) => {
      if (!challenge.needsFactor) return askForPassword(reply, challenge.flow);
      const asked = methodOf((request.query as { method?: unknown }).method);
      const kinds = await secondFactors.confirmedKinds(challenge.account.id);
      const usable = asked === "recovery_code" || (asked && kinds.includes(asked)) ? asked : undefined;
      return showFactor(reply, challenge, usable);
    }),
  );

  app.post(
    "/signin/:flow/factor/text",
    afterPassword(async (challenge, request, reply) => {
      const kinds = await secondFactors.confirmedKinds(challenge.account.id);
      if (!kinds.includes("text_message")) {
        return showFactor(reply, challenge, undefined, { notice: danger(saying("identity.noValidMfaMethod")) }, 422);
      }
      try {
        const { account, flow } = challenge;
        const { key } = await factorAttempt(context, request, account.id, "text_message");
        const sending = { accountId: account.id, flowId: flow.id, countedBy: `text-${key}` };
        const wait = await secondFactors.sendText(sending, flow.texts);
        const sent = wait ? codeSentJustNow(wait.waitSeconds) : saying("identity.code.sentToPhone");
        return showFactor(reply, challenge, "text_message", { notice: { kind: "info", saying: sent } });
      } catch (error) {
        logger.error({ err: error }, "text message could not be sent");
        return showFactor(
          reply,
          challenge,
          "text_message",
          { notice: danger(saying("identity.code.textMessageFailed")) },
          503,
        );
      }
    }),
  );

  app.post(
    "/signin/:flow/factor",
    afterPassword(async (challenge, request, reply) => {
      const { flow, account, amr } = challenge;
      if (!challenge.needsFactor) return askForPassword(reply, flow);
      const method = methodOf(formText(request, "method"));
      if (!method) {
        return showFactor(reply, challenge, undefined, { notice: danger(saying("identity.invalidMfaType")) }, 422);
      }
      const code = formText(request, "code").trim();
      if (code === "") {
        return showFactor(reply, challenge, method, { error: saying("identity.challengeResponseEmpty") }, 422);
      }
      // Counted over all sign-ins of the account: re-entering the password gives no extra guesses.
      const attempt = await factorAttempt(context, request, account.id, method);
      const refusal = await limits.take([attempt]);
      if (refusal) {
        return showFactor(reply, challenge, method, { notice: danger(tooManyAttempts(reply, refusal)) }, 429);
      }
      const check = await secondFactors.check(account.id, flow.id, method, code);
      if (check !== "right") {
        const error = check === "wrong" ? saying("identity.code.wrong") : saying("identity.code.usedUp.sendNew");
        return showFactor(reply, challenge, method, { error }, 422);
      }
      await limits.clear(attempt.key);
      const remember = formText(request, "remember") === "yes";
      return continueSignIn(context, flow, request, reply, {
        account,
        amr: [...amr, "mfa", methodsOfAmr[method]],
        remember,
      });
    }),
  );
}

function methodOf(text: unknown): FactorMethod | undefined {
  const methods: readonly FactorMethod[] = ["software_token", "text_message", "recovery_code"];
  return methods.find((method) => method === text);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { identityMessages } from "../../contract/messages.ts";
import { type Account, AccountInputError } from "../accounts/accounts.ts";
import { secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { type Flow, findFlow } from "../flow/flow.ts";
import { formText, sendPage, tooManyAttempts, waitInWords } from "../pages/form.ts";
import type { FactorKind, FactorMethod } from "../second-factors/second-factors.ts";
import { factorPage, newPasswordPage } from "./challenge-pages.ts";
import { flowGonePage, type Notice } from "./sign-in-pages.ts";

type FlowRequest = FastifyRequest<{ Params: { flow: string } }>;

interface Challenge {
  flow: Flow;
  account: Account;
  amr: string[];
  remember: boolean;
  needsFactor: boolean;
}

const methodsOfAmr: Record<FactorMethod, string> = {
  software_token: "otp",
  text_message: "sms",
  recovery_code: "recovery",
};

/** The steps after the password: the second factor, and a new password where one is due. */
export function challengeRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { provider, homeUrl, flowSteps, accounts, secondFactors, limits, logger } = context;

  /** A handler for those who have given their password in this flow; everybody else is asked for it. */
  const afterPassword =
    (handler: (challenge: Challenge, request: FlowRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FlowRequest, reply: FastifyReply) => {
      const flow = await findFlow(provider, request, reply);
      if (!flow) return sendPage(reply, flowGonePage({ homeUrl }), 400);
      const step = await flowSteps.find(flow.id, "challenge");
      const account = step?.accountId ? await accounts.findById(step.accountId) : undefined;
      if (!step || !account?.enabled) return reply.redirect(`${flow.url}/sign-in?again`, 303);
      const { amr, remember, needsFactor } = step.data;
      return handler(
        {
          flow,
          account,
          amr: Array.isArray(amr) ? amr.map(String) : [],
          remember: remember === true,
          needsFactor: needsFactor === true,
        },
        request,
        reply,
      );
    };

  async function showFactor(
    reply: FastifyReply,
    { flow, account }: Challenge,
    method: FactorMethod | undefined,
    problem: { error?: string; notice?: Notice } = {},
    status = 200,
  ): Promise<FastifyReply> {
    const kinds = await secondFactors.confirmedKinds(account.id);
    const chosen = method ?? kinds[0] ?? "recovery_code";
    return sendPage(reply, factorPage({ flowUrl: flow.url, homeUrl, method: chosen, kinds, ...problem }), status);
  }

  app.get(
    "/signin/:flow/factor",
    afterPassword(async (challenge, request, reply) => {
      if (!challenge.needsFactor) return reply.redirect(`${challenge.flow.url}/sign-in?again`, 303);
      const asked = methodOf((request.query as { method?: unknown }).method);
      const kinds = await secondFactors.confirmedKinds(challenge.account.id);
      const usable = asked === "recovery_code" || (asked && kinds.includes(asked)) ? asked : undefined;
      return showFactor(reply, challenge, usable);
    }),
  );

  app.post(
    "/signin/:flow/factor/text",
    afterPassword(async (challenge, _request, reply) => {
      const kinds = await secondFactors.confirmedKinds(challenge.account.id);
      if (!kinds.includes("text_message")) {
        const notice: Notice = { kind: "danger", text: identityMessages.noValidMfaMethod };
        return showFactor(reply, challenge, undefined, { notice }, 422);
      }
      try {
        const wait = await secondFactors.sendText(challenge.account.id);
        const text = wait
          ? `A code was sent just now. You can ask for another one in ${waitInWords(wait.waitSeconds)}.`
          : "A code is on its way to your phone.";
        return showFactor(reply, challenge, "text_message", { notice: { kind: "info", text } });
      } catch (error) {
        logger.error({ err: error }, "text message could not be sent");
        const notice: Notice = { kind: "danger", text: "The text message could not be sent. Try again in a moment." };
        return showFactor(reply, challenge, "text_message", { notice }, 503);
      }
    }),
  );

  app.post(
    "/signin/:flow/factor",
    afterPassword(async (challenge, request, reply) => {
      const { flow, account, amr } = challenge;
      if (!challenge.needsFactor) return reply.redirect(`${flow.url}/sign-in?again`, 303);
      const method = methodOf(formText(request, "method"));
      if (!method) {
        const notice: Notice = { kind: "danger", text: identityMessages.invalidMfaType };
        return showFactor(reply, challenge, undefined, { notice }, 422);
      }
      const code = formText(request, "code").trim();
      if (code === "") {
        return showFactor(reply, challenge, method, { error: identityMessages.challengeResponseEmpty }, 422);
      }
      // Counted over all sign-ins of the account: giving the password anew buys no further guesses.
      const key = `factor:account:${account.id}`;
      const refusal = await limits.take([{ key, limit: secondFactorPerAccount }]);
      if (refusal) {
        const notice: Notice = { kind: "danger", text: tooManyAttempts(reply, refusal) };
        return showFactor(reply, challenge, method, { notice }, 429);
      }
      const check = await secondFactors.check(account.id, method, code);
      if (check !== "right") {
        const error = check === "wrong" ? "This code is not right." : "This code no longer works. Send a new one.";
        return showFactor(reply, challenge, method, { error }, 422);
      }
      await limits.clear(key);
      const remember = formText(request, "remember") === "yes";
      return continueSignIn(context, flow, request, reply, {
        account,
        amr: [...amr, "mfa", methodsOfAmr[method]],
        remember,
      });
    }),
  );

  app.get(
    "/signin/:flow/new-password",
    afterPassword(async ({ flow, needsFactor, account }, _request, reply) => {
      if (needsFactor || !account.mustChangePassword) return reply.redirect(`${flow.url}/sign-in?again`, 303);
      return sendPage(reply, newPasswordPage({ flowUrl: flow.url, homeUrl, username: account.username }));
    }),
  );

  app.post(
    "/signin/:flow/new-password",
    afterPassword(async ({ flow, account, amr, remember, needsFactor }, request, reply) => {
      if (needsFactor || !account.mustChangePassword) return reply.redirect(`${flow.url}/sign-in?again`, 303);
      const password = formText(request, "password");
      try {
        await accounts.setPassword(account.username, password, { mustDiffer: true });
      } catch (error) {
        if (!(error instanceof AccountInputError)) throw error;
        const shown = { flowUrl: flow.url, homeUrl, username: account.username, error: error.fields.password };
        return sendPage(reply, newPasswordPage(shown), 422);
      }
      return continueSignIn(context, flow, request, reply, {
        account: { ...account, mustChangePassword: false },
        amr,
        remember,
      });
    }),
  );
}

function methodOf(text: unknown): FactorMethod | undefined {
  const methods: readonly (FactorKind | "recovery_code")[] = ["software_token", "text_message", "recovery_code"];
  return methods.find((method) => method === text);
}

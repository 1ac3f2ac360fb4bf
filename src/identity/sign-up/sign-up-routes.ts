import type { FastifyInstance, FastifyReply } from "fastify";
import { identityMessages } from "../../contract/messages.ts";
import { canonicalName, emptyConfirmationCode, findSignUpErrors } from "../accounts/account-rules.ts";
import { addressKey } from "../attempts/address-key.ts";
import { mailPerMailbox, signUpPerAddress } from "../attempts/attempt-limits.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { type Flow, findFlow } from "../flow/flow.ts";
import type { FlowContext } from "../flow/flow-context.ts";
import { flowGonePage } from "../flow/flow-gone-page.ts";
import { type FlowRequest, inFlowOf } from "../flow/in-flow.ts";
import { formText, sendPage, tooManyAttempts, waitInWords } from "../pages/form.ts";
import type { Notice } from "../pages/layout.ts";
import { messagePage } from "../pages/message-page.ts";
import { setSecurityHeaders } from "../pages/security-headers.ts";
import { confirmLinkPage, confirmSignUpPage, signUpPage } from "./sign-up-pages.ts";
import type { PendingSignUp, SendOutcome, SignUps } from "./sign-ups.ts";
import { waitScriptDigest } from "./wait-for-link.ts";

/** What the pages of sign-up, and those that may lead there, work with. */
export type SignUpContext = FlowContext & { signUps: SignUps };

const codeUsedUp = "This code no longer works. Send a new one.";
const mailFailed = "The mail could not be sent. Try again in a moment.";

/** Sign-up, its confirmation by code, and by the link of the mail. */
export function signUpRoutes(app: FastifyInstance, context: SignUpContext): void {
  const { provider, accounts, homeUrl, publicUrl, signUps, limits, logger } = context;

  const inFlow = inFlowOf(context);
  const signInNew = async (accountId: string, flow: Flow, request: FlowRequest, reply: FastifyReply) => {
    const account = await accounts.findById(accountId);
    if (!account?.enabled) return sendPage(reply, flowGonePage({ homeUrl }), 400);
    return continueSignIn(context, flow, request, reply, { account, amr: ["pwd"] });
  };
  /** A handler that also needs a sign-up that waits for its code. */
  const inSignUp = (
    handler: (signUp: PendingSignUp, flow: Flow, request: FlowRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    inFlow(async (flow, request, reply) => {
      const signUp = await signUps.findByInteraction(flow.id);
      if (!signUp) return reply.redirect(`${flow.url}/sign-up`, 303);
      // Confirmed by the link in the meantime, perhaps on another device.
      if (signUp.accountId) return signInNew(signUp.accountId, flow, request, reply);
      return handler(signUp, flow, request, reply);
    });

  app.get(
    "/signin/:flow/sign-up",
    inFlow(async (flow, _request, reply) => {
      const pending = await signUps.findByInteraction(flow.id);
      const values = pending && !pending.accountId ? { username: pending.username, email: pending.email } : {};
      return sendPage(reply, signUpPage({ flowUrl: flow.url, homeUrl, values }));
    }),
  );

  app.post(
    "/signin/:flow/sign-up",
    inFlow(async (flow, request, reply) => {
      const input = {
        username: formText(request, "username").slice(0, 100),
        email: formText(request, "email").slice(0, 300),
        password: formText(request, "password"),
      };
      const shown = { flowUrl: flow.url, homeUrl, values: { username: input.username, email: input.email } };
      const errors = findSignUpErrors({
        username: canonicalName(input.username),
        email: canonicalName(input.email),
        password: input.password,
      });
      if (Object.keys(errors).length > 0) return sendPage(reply, signUpPage({ ...shown, errors }), 422);
      const refusal = await limits.take([
        { key: `sign-up:address:${addressKey(request.ip)}`, limit: signUpPerAddress },
        { key: `mail:${canonicalName(input.email)}`, limit: mailPerMailbox },
      ]);
      if (refusal) {
        const notice: Notice = { kind: "danger", text: tooManyAttempts(reply, refusal) };
        return sendPage(reply, signUpPage({ ...shown, notice }), 429);
      }
      try {
        const started = await signUps.start(flow.id, input);
        if ("errors" in started) return sendPage(reply, signUpPage({ ...shown, errors: started.errors }), 422);
      } catch (error) {
        logger.error({ err: error }, "confirmation mail could not be sent");
        const text = `${identityMessages.errorCreatingAccount}. ${mailFailed}`;
        return sendPage(reply, signUpPage({ ...shown, notice: { kind: "danger", text } }), 503);
      }
      return reply.redirect(`${flow.url}/confirm`, 303);
    }),
  );

  const confirmPage = (
    reply: FastifyReply,
    flow: Flow,
    signUp: PendingSignUp,
    problem: { error?: string; notice?: Notice } = {},
    status = 200,
  ) => {
    setSecurityHeaders(reply.raw, publicUrl, waitScriptDigest);
    return sendPage(reply, confirmSignUpPage({ flowUrl: flow.url, homeUrl, email: signUp.email, ...problem }), status);
  };

  app.get("/signin/:flow/confirmed", async (request: FlowRequest, reply) => {
    const flow = await findFlow(provider, request, reply);
    const signUp = flow && (await signUps.findByInteraction(flow.id));
    return reply.header("cache-control", "no-store").send({ confirmed: signUp?.accountId !== undefined });
  });

  app.get(
    "/signin/:flow/confirm",
    inSignUp(async (signUp, flow, _request, reply) => confirmPage(reply, flow, signUp)),
  );

  app.post(
    "/signin/:flow/confirm",
    inSignUp(async (signUp, flow, request, reply) => {
      const code = formText(request, "code").trim();
      if (code === "") return confirmPage(reply, flow, signUp, { error: emptyConfirmationCode }, 422);
      const confirmed = await signUps.confirm(signUp, code);
      if (confirmed.outcome === "confirmed") {
        return signInNew(confirmed.accountId, flow, request, reply);
      }
      if (confirmed.outcome === "taken") {
        return sendPage(
          reply,
          signUpPage({ flowUrl: flow.url, homeUrl, notice: { kind: "danger", text: confirmed.message } }),
          409,
        );
      }
      const error = confirmed.outcome === "wrong" ? "This code is not right. Check the newest mail." : codeUsedUp;
      return confirmPage(reply, flow, signUp, { error }, 422);
    }),
  );

  app.post(
    "/signin/:flow/resend",
    inSignUp(async (signUp, flow, _request, reply) => {
      const refusal = await limits.take([{ key: `mail:${signUp.email}`, limit: mailPerMailbox }]);
      if (refusal) {
        const notice: Notice = { kind: "danger", text: tooManyAttempts(reply, refusal) };
        return confirmPage(reply, flow, signUp, { notice }, 429);
      }
      let sent: SendOutcome;
      try {
        sent = await signUps.sendCode(signUp);
      } catch (error) {
        logger.error({ err: error }, "confirmation mail could not be sent");
        return confirmPage(reply, flow, signUp, { notice: { kind: "danger", text: mailFailed } }, 503);
      }
      if (sent.sent)
        return confirmPage(reply, flow, signUp, { notice: { kind: "ok", text: "A new code is on its way." } });
      reply.header("retry-after", String(sent.waitSeconds));
      const text = `A code was sent just now. You can ask for another one in ${waitInWords(sent.waitSeconds)}.`;
      return confirmPage(reply, flow, signUp, { notice: { kind: "info", text } }, 429);
    }),
  );

  // A click on the page confirms, and opening the address does not: mail scanners open every link.
  app.get<{ Querystring: { token?: string } }>("/signin/confirm-link", async (request, reply) => {
    const { token } = request.query;
    return sendPage(reply, confirmLinkPage({ homeUrl, token: typeof token === "string" ? token.slice(0, 100) : "" }));
  });

  app.post("/signin/confirm-link", async (request, reply) => {
    const confirmed = await signUps.confirmByLink(formText(request, "token"));
    if (confirmed?.outcome === "confirmed") {
      const text = `Your e-mail is confirmed, ${confirmed.username}. The page where you signed up goes on by itself.`;
      return sendPage(reply, messagePage({ title: "Confirmed", text, homeUrl, kind: "ok" }));
    }
    const text =
      confirmed?.outcome === "taken"
        ? confirmed.message
        : "This link no longer works. Use the newest mail, or sign up again.";
    return sendPage(reply, messagePage({ title: "Not confirmed", text, homeUrl, kind: "danger" }), 400);
  });
}

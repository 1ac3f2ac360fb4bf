import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { canonicalName, emptyConfirmationCode, type FieldErrors } from "../accounts/account-rules.ts";
import { addressKey, digestOfTyped, mailPerMailbox, signUpPerAddress } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { type Flow, type FlowRequest, findFlow, inFlowOf, sendFlowGone } from "../flow/flow.ts";
import { codeSentJustNow, formText, sendPage, tooManyAttempts } from "../pages/form.ts";
import { danger, type Notice, sendMessage } from "../pages/layout.ts";
import { confirmLinkPage, confirmSignUpPage, signUpPage } from "./sign-up-pages.ts";
import { findErrors, type PendingSignUp, type SendOutcome } from "./sign-ups.ts";

/** Sign-up, and its confirmation by code or by the link in the email. */
export function signUpRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { accounts, homeUrl, signUps, keptPasswords, terms, limits, logger } = context;

  const inFlow = inFlowOf(context);
  const signInNew = async (accountId: string, flow: Flow, request: FlowRequest, reply: FastifyReply) => {
    const account = await accounts.findById(accountId);
    if (!account?.enabled) return sendFlowGone(reply, flow);
    return continueSignIn(context, flow, request, reply, { account, amr: ["pwd"] });
  };
  /** Restricts a handler to flows with a pending sign-up. */
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

  /** A password entered on this form before: there was an error in another field, or the address changed. */
  const findKeptPassword = async (flow: Flow) => {
    const pending = await signUps.findByInteraction(flow.id);
    const ofPending = pending && !pending.accountId ? { hash: pending.passwordHash } : undefined;
    return (await keptPasswords.find(flow.id)) ?? ofPending;
  };

  app.get(
    "/signin/:flow/sign-up",
    inFlow(async (flow, _request, reply) => {
      const pending = await signUps.findByInteraction(flow.id);
      const values = pending && !pending.accountId ? pending : {};
      const isPasswordKept = (await findKeptPassword(flow)) !== undefined;
      return sendPage(reply, signUpPage(flow, { terms, values, isPasswordKept }));
    }),
  );

  app.post(
    "/signin/:flow/sign-up",
    inFlow(async (flow, request, reply) => {
      const typed = formText(request, "password");
      const kept = typed === "" && formText(request, "keep_password") === "yes" && (await findKeptPassword(flow));
      const input = {
        username: formText(request, "username").slice(0, 100),
        email: formText(request, "email").slice(0, 300),
        password: kept || typed,
        termsVersion: formText(request, "terms").slice(0, 100),
      };
      const again = async (status: number, problem: { errors?: FieldErrors; notice?: Notice }) => {
        const isPasswordKept =
          !problem.errors?.password && (await keptPasswords.keep(flow.id, input.password, request.ip));
        return sendPage(reply, signUpPage(flow, { terms, values: input, isPasswordKept, ...problem }), status);
      };
      const isAgreed = !terms || input.termsVersion === terms.version;
      const errors: FieldErrors = {
        ...(await findErrors({
          username: canonicalName(input.username),
          email: canonicalName(input.email),
          password: input.password,
        })),
        ...(!isAgreed && { terms: saying("identity.terms.agree.missing") }),
      };
      if (Object.keys(errors).length > 0) return again(422, { errors });
      const refusal = await limits.take([
        { key: `sign-up:address:${addressKey(request.ip)}`, limit: signUpPerAddress },
        { key: `mail:${digestOfTyped(canonicalName(input.email))}`, limit: mailPerMailbox },
      ]);
      if (refusal) return again(429, { notice: danger(tooManyAttempts(reply, refusal)) });
      try {
        const started = await signUps.start(flow.id, { ...input, termsVersion: terms?.version }, flow.texts);
        if ("errors" in started) return again(422, { errors: started.errors });
      } catch (error) {
        logger.error({ err: error }, "confirmation email could not be sent");
        return again(503, { notice: danger(saying("identity.signUp.mailFailed")) });
      }
      return reply.redirect(`${flow.url}/confirm`, 303);
    }),
  );

  const confirmPage = (
    reply: FastifyReply,
    flow: Flow,
    signUp: PendingSignUp,
    problem: { error?: Saying; notice?: Notice } = {},
    status = 200,
  ) => sendPage(reply, confirmSignUpPage(flow, { email: signUp.email, ...problem }), status);

  app.get("/signin/:flow/confirmed", async (request: FlowRequest, reply) => {
    const flow = await findFlow(context, request, reply);
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
      if (confirmed.outcome === "confirmed") return signInNew(confirmed.accountId, flow, request, reply);
      if (confirmed.outcome === "taken") {
        const notice = danger(confirmed.reason);
        const isPasswordKept = await keptPasswords.keep(flow.id, { hash: signUp.passwordHash }, request.ip);
        return sendPage(reply, signUpPage(flow, { terms, values: signUp, isPasswordKept, notice }), 409);
      }
      const isUsedUp = confirmed.outcome === "used-up";
      const error = saying(isUsedUp ? "identity.code.usedUp.sendNew" : "identity.code.wrong.checkMail");
      return confirmPage(reply, flow, signUp, { error }, 422);
    }),
  );

  app.post<{ Params: { flow: string } }>(
    "/signin/:flow/resend",
    { config: { pageAt: ({ url }) => url.replace(/\/resend$/, "/confirm") } },
    inSignUp(async (signUp, flow, _request, reply) => {
      const refusal = await limits.take([{ key: `mail:${digestOfTyped(signUp.email)}`, limit: mailPerMailbox }]);
      if (refusal) {
        return confirmPage(reply, flow, signUp, { notice: danger(tooManyAttempts(reply, refusal)) }, 429);
      }
      let sent: SendOutcome;
      try {
        sent = await signUps.sendCode(signUp, flow.texts);
      } catch (error) {
        logger.error({ err: error }, "confirmation email could not be sent");
        return confirmPage(reply, flow, signUp, { notice: danger(saying("identity.code.mailFailed")) }, 503);
      }
      if (sent.sent) {
        return confirmPage(reply, flow, signUp, { notice: { kind: "ok", saying: saying("identity.code.sent") } });
      }
      reply.header("retry-after", String(sent.waitSeconds));
      const notice: Notice = { kind: "info", saying: codeSentJustNow(sent.waitSeconds) };
      return confirmPage(reply, flow, signUp, { notice }, 429);
    }),
  );

  // A click on the page confirms; opening the address doesn't, because email scanners open every link.
  app.get<{ Querystring: { token?: string } }>("/signin/confirm-link", async (request, reply) => {
    const token = typeof request.query.token === "string" ? request.query.token.slice(0, 100) : "";
    return sendPage(reply, confirmLinkPage({ texts: textsForRequest(request), homeUrl, token }));
  });

  const pageAt = (request: FastifyRequest) =>
    `/signin/confirm-link?${new URLSearchParams({ token: formText(request, "token") })}`;
  app.post("/signin/confirm-link", { config: { pageAt } }, async (request, reply) => {
    const confirmed = await signUps.confirmByLink(formText(request, "token"));
    if (confirmed?.outcome === "confirmed") {
      const text = saying("identity.confirmLink.confirmed.text", { username: confirmed.username });
      return sendMessage(reply, { title: "identity.confirmLink.confirmed", text, homeUrl, kind: "ok" });
    }
    const text = confirmed?.outcome === "taken" ? confirmed.reason : saying("identity.confirmLink.refused.text");
    return sendMessage(reply, { status: 400, title: "identity.confirmLink.refused", text, homeUrl, kind: "danger" });
  });
}

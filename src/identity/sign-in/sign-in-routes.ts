import type { FastifyInstance } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import { emptyPassword, emptyUsername, type FieldErrors } from "../accounts/account-rules.ts";
import { mailPerMailbox } from "../attempts/attempt-limits.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import type { Flow } from "../flow/flow.ts";
import { inFlowOf } from "../flow/in-flow.ts";
import { formText, hasField, sendPage, tooManyAttempts } from "../pages/form.ts";
import type { Notice } from "../pages/layout.ts";
import type { SignUpContext } from "../sign-up/sign-up-routes.ts";
import type { PendingSignUp } from "../sign-up/sign-ups.ts";
import { checkPassword } from "./password-check.ts";
import { signInPage } from "./sign-in-page.ts";

/** For people who open a later step without the first one. */
const useCredentials: Notice = { kind: "info", saying: saying("identity.useCredentials") };

/** For a form without the field; an empty field has another message. */
const missingPassword = saying("identity.passwordParameterRequired");

const passwordExpired: Notice = { kind: "danger", saying: saying("identity.signIn.temporaryPasswordExpired") };

export function signInRoutes(app: FastifyInstance, context: SignUpContext): void {
  const { homeUrl } = context;
  const inFlow = inFlowOf(context);

  for (const url of ["/signin/:flow", "/signin/:flow/sign-in"]) {
    app.get(
      url,
      inFlow(async (flow, request, reply) => {
        if (flow.wantsSignUp && !request.url.endsWith("/sign-in")) return reply.redirect(`${flow.url}/sign-up`, 303);
        const { again, expired } = request.query as { again?: string; expired?: string };
        const notice = expired === "" ? passwordExpired : again === "" ? useCredentials : undefined;
        return sendPage(
          reply,
          signInPage({ texts: flow.texts, flowUrl: flow.url, homeUrl, username: flow.loginHint, notice }),
        );
      }),
    );
  }

  app.post(
    "/signin/:flow/sign-in",
    inFlow(async (flow, request, reply) => {
      const username = formText(request, "username").trim();
      const password = formText(request, "password");
      const again = (status: number, problem: { errors?: FieldErrors; notice?: Saying }) =>
        sendPage(
          reply,
          signInPage({
            texts: flow.texts,
            flowUrl: flow.url,
            homeUrl,
            username: username.slice(0, 254),
            errors: problem.errors ?? {},
            notice: problem.notice ? { kind: "danger", saying: problem.notice } : undefined,
          }),
          status,
        );

      const errors: FieldErrors = {
        ...(username === "" && { username: emptyUsername }),
        ...(password === "" && { password: hasField(request, "password") ? emptyPassword : missingPassword }),
      };
      if (Object.keys(errors).length > 0) return again(422, { errors });

      const outcome = await checkPassword(context, { username, password, ip: request.ip });
      switch (outcome.kind) {
        case "limited":
          return again(429, { notice: tooManyAttempts(reply, outcome.refusal) });
        case "refused":
          // Same answer for an unknown name, a wrong password and a disabled account.
          return again(401, { notice: saying("identity.signIn.refused") });
        case "unconfirmed":
          await resumeSignUp(context, flow, outcome.signUp);
          return reply.redirect(`${flow.url}/confirm`, 303);
        case "signed-in":
          return continueSignIn(context, flow, request, reply, { account: outcome.account, amr: ["pwd"] });
      }
    }),
  );
}

/**
 * Moves a pending sign-up to this flow. If its mailbox reached the email limit, the page can still request another
 * code.
 */
async function resumeSignUp(
  { signUps, limits, logger }: SignUpContext,
  flow: Flow,
  signUp: PendingSignUp,
): Promise<void> {
  await signUps.moveTo(signUp, flow.id);
  if (await limits.take([{ key: `mail:${signUp.email}`, limit: mailPerMailbox }])) return;
  try {
    await signUps.sendCode(signUp, flow.texts);
  } catch (error) {
    logger.error({ err: error }, "confirmation email could not be sent");
  }
}

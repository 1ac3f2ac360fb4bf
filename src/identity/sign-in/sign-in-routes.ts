import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Account } from "../accounts/account-queries.ts";
import { canonicalName, emptyPassword, emptyUsername, type FieldErrors } from "../accounts/account-rules.ts";
import { passwordFits } from "../accounts/passwords.ts";
import {
  addressKey,
  digestOfTyped,
  mailPerMailbox,
  type Refusal,
  signInPerAccount,
  signInPerAccountAndAddress,
  signInPerAddress,
  signInPerKnownDevice,
} from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { continueSignIn } from "../flow/continue-sign-in.ts";
import { type Flow, inFlowOf } from "../flow/flow.ts";
import { formText, hasField, sendPage, tooManyAttempts } from "../pages/form.ts";
import { danger, type Notice } from "../pages/layout.ts";
import type { PendingSignUp } from "../sign-up/sign-ups.ts";
import { signInPage } from "./sign-in-pages.ts";

/** Told to people who open a later step without the first one. */
const useCredentials: Notice = { kind: "info", saying: saying("identity.useCredentials") };

/** Told when the form lacks the field; an empty field has another message. */
const missingPassword = saying("identity.passwordParameterRequired");

const passwordExpired = danger(saying("identity.signIn.temporaryPasswordExpired"));

export function signInRoutes(app: FastifyInstance, context: IdentityContext): void {
  const inFlow = inFlowOf(context);

  for (const url of ["/signin/:flow", "/signin/:flow/sign-in"]) {
    app.get(
      url,
      inFlow(async (flow, request, reply) => {
        if (flow.wantsSignUp && !request.url.endsWith("/sign-in")) return reply.redirect(`${flow.url}/sign-up`, 303);
        const { again, expired } = request.query as { again?: string; expired?: string };
        const notice = expired === "" ? passwordExpired : again === "" ? useCredentials : undefined;
        return sendPage(reply, signInPage(flow, { username: flow.loginHint, notice }));
      }),
    );
  }

  app.post(
    "/signin/:flow/sign-in",
    inFlow(async (flow, request, reply) => {
      const username = formText(request, "username").trim();
      const password = formText(request, "password");
      const again = (status: number, problem: { errors: FieldErrors } | { notice: Notice }) =>
        sendPage(reply, signInPage(flow, { username: username.slice(0, 254), ...problem }), status);
      const refuse = (status: number, reason: Saying) => again(status, { notice: danger(reason) });

      const errors: FieldErrors = {
        ...(username === "" && { username: emptyUsername }),
        ...(password === "" && { password: hasField(request, "password") ? emptyPassword : missingPassword }),
      };
      if (Object.keys(errors).length > 0) return again(422, { errors });

      const outcome = await checkPassword(context, { username, password, request });
      switch (outcome.kind) {
        case "limited":
          return refuse(429, tooManyAttempts(reply, outcome.refusal));
        case "refused":
          // Same answer for an unknown name and a wrong password.
          return refuse(401, saying("identity.signIn.refused"));
        case "disabled":
          return refuse(403, saying("identity.signIn.disabled"));
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
  { signUps, limits, logger }: IdentityContext,
  flow: Flow,
  signUp: PendingSignUp,
): Promise<void> {
  await signUps.moveTo(signUp, flow.id);
  if (await limits.take([{ key: `mail:${digestOfTyped(signUp.email)}`, limit: mailPerMailbox }])) return;
  try {
    await signUps.sendCode(signUp, flow.texts);
  } catch (error) {
    logger.error({ err: error }, "confirmation email could not be sent");
  }
}

type PasswordOutcome =
  | { kind: "signed-in"; account: Account }
  | { kind: "unconfirmed"; signUp: PendingSignUp }
  | { kind: "refused" | "disabled" }
  | { kind: "limited"; refusal: Refusal };

/** Checks a name and a password, within the limits. */
async function checkPassword(
  { accounts, devices, limits, signUps, events }: IdentityContext,
  input: { username: string; password: string; request: FastifyRequest },
): Promise<PasswordOutcome> {
  const { password, request } = input;
  const name = canonicalName(input.username).slice(0, 254);
  const found = await accounts.findForSignIn(name);
  const accountId = found?.account.id;
  const device = await devices.findKnownId(request.raw, accountId);
  const counts = device
    ? [{ key: `sign-in:account:${accountId}:device:${device}`, limit: signInPerKnownDevice, endsWhenRight: true }]
    : countsOfStranger(name, request.ip);
  const refusal = await limits.take(counts);
  if (refusal) return { kind: "limited", refusal };

  // Looked for with an account as well: else a sign-up with somebody's address would tell whether it has an account.
  const pending = await signUps.findUnconfirmed(name);
  const fits = await passwordFits(password, found?.passwordHash);
  if (found && fits) {
    await limits.giveBack(counts.map(({ key }) => key));
    if (!found.account.enabled) {
      events.record("sign-in.refused", { accountId, reason: "disabled" });
      return { kind: "disabled" };
    }
    for (const { key, endsWhenRight } of counts) if (endsWhenRight) await limits.clear(key);
    return { kind: "signed-in", account: found.account };
  }
  if (pending && (await passwordFits(password, pending.passwordHash))) {
    await limits.giveBack(counts.map(({ key }) => key));
    return { kind: "unconfirmed", signUp: pending };
  }
  events.record("sign-in.refused", { accountId, reason: "password" });
  return { kind: "refused" };
}

function countsOfStranger(name: string, ip: string) {
  // Keyed by what was typed: a limit shared by a name and an email would reveal that they belong together.
  const who = digestOfTyped(name);
  const address = addressKey(ip);
  return [
    { key: `sign-in:name:${who}:address:${address}`, limit: signInPerAccountAndAddress, endsWhenRight: true },
    { key: `sign-in:name:${who}`, limit: signInPerAccount, endsWhenRight: false },
    { key: `sign-in:address:${address}`, limit: signInPerAddress, endsWhenRight: false },
  ];
}

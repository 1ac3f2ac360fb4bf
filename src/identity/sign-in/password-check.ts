import type { Account } from "../accounts/account-queries.ts";
import { canonicalName } from "../accounts/account-rules.ts";
import { passwordFits } from "../accounts/passwords.ts";
import type { Refusal } from "../attempts/attempt-limits.ts";
import type { SignUpContext } from "../sign-up/sign-up-routes.ts";
import type { PendingSignUp } from "../sign-up/sign-ups.ts";
import { giveBackSignInAttempt, takeSignInAttempt } from "./sign-in-attempts.ts";

export type PasswordOutcome =
  | { kind: "signed-in"; account: Account }
  | { kind: "unconfirmed"; signUp: PendingSignUp }
  | { kind: "refused" }
  | { kind: "limited"; refusal: Refusal };

/** Checks a name and a password, within the limits. */
export async function checkPassword(
  { accounts, limits, signUps, events }: SignUpContext,
  input: { username: string; password: string; ip: string },
): Promise<PasswordOutcome> {
  const name = canonicalName(input.username).slice(0, 254);
  const found = await accounts.findForSignIn(name);
  const attempt = { name, ip: input.ip };
  const refusal = await takeSignInAttempt(limits, attempt);
  if (refusal) return { kind: "limited", refusal };

  const pending = found ? undefined : await signUps.findUnconfirmed(name);
  const fits = await passwordFits(input.password, found?.passwordHash ?? pending?.passwordHash);
  if (!fits || (found && !found.account.enabled)) {
    events.record("sign-in.refused", { accountId: found?.account.id, reason: fits ? "disabled" : "password" });
    return { kind: "refused" };
  }
  await giveBackSignInAttempt(limits, attempt);
  if (found) return { kind: "signed-in", account: found.account };
  return pending ? { kind: "unconfirmed", signUp: pending } : { kind: "refused" };
}

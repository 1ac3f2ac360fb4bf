import type { Account } from "../accounts/account-queries.ts";
import { canonicalName } from "../accounts/account-rules.ts";
import { passwordFits } from "../accounts/passwords.ts";
import { addressKey } from "../attempts/address-key.ts";
import {
  type Refusal,
  signInPerAccount,
  signInPerAccountAndAddress,
  signInPerAddress,
} from "../attempts/attempt-limits.ts";
import type { SignUpContext } from "../sign-up/sign-up-routes.ts";
import type { PendingSignUp } from "../sign-up/sign-ups.ts";

export type PasswordOutcome =
  | { kind: "signed-in"; account: Account }
  | { kind: "unconfirmed"; signUp: PendingSignUp }
  | { kind: "refused" }
  | { kind: "limited"; refusal: Refusal };

/** Checks a name and a password, within the limits. */
export async function checkPassword(
  { accounts, limits, signUps }: SignUpContext,
  input: { username: string; password: string; ip: string },
): Promise<PasswordOutcome> {
  const name = canonicalName(input.username).slice(0, 254);
  const found = await accounts.findForSignIn(name);
  // The same limits for a name that nobody has: being limited tells nothing about it either.
  const who = found?.account.id ?? `unknown:${name}`;
  const address = addressKey(input.ip);
  const keys = {
    accountAndAddress: `sign-in:account:${who}:address:${address}`,
    account: `sign-in:account:${who}`,
    address: `sign-in:address:${address}`,
  };
  const refusal = await limits.take([
    { key: keys.accountAndAddress, limit: signInPerAccountAndAddress },
    { key: keys.account, limit: signInPerAccount },
    { key: keys.address, limit: signInPerAddress },
  ]);
  if (refusal) return { kind: "limited", refusal };

  const pending = found ? undefined : await signUps.findUnconfirmed(name);
  const fits = await passwordFits(input.password, found?.passwordHash ?? pending?.passwordHash);
  if (!fits || (found && !found.account.enabled)) return { kind: "refused" };
  await limits.clear(keys.accountAndAddress);
  await limits.giveBack([keys.account, keys.address]);
  if (found) return { kind: "signed-in", account: found.account };
  return pending ? { kind: "unconfirmed", signUp: pending } : { kind: "refused" };
}

import { createHash } from "node:crypto";
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
import type { IdentityContext } from "../context.ts";
import type { PendingSignUp } from "../sign-up/sign-ups.ts";

export type PasswordOutcome =
  | { kind: "signed-in"; account: Account }
  | { kind: "unconfirmed"; signUp: PendingSignUp }
  | { kind: "refused" }
  | { kind: "limited"; refusal: Refusal };

/** Checks a name and a password, within the limits. */
export async function checkPassword(
  { accounts, limits, signUps, events }: IdentityContext,
  input: { username: string; password: string; ip: string },
): Promise<PasswordOutcome> {
  const name = canonicalName(input.username).slice(0, 254);
  const found = await accounts.findForSignIn(name);
  const keys = attemptKeys(name, input.ip);
  const refusal = await limits.take([
    { key: keys.nameAndAddress, limit: signInPerAccountAndAddress },
    { key: keys.name, limit: signInPerAccount },
    { key: keys.address, limit: signInPerAddress },
  ]);
  if (refusal) return { kind: "limited", refusal };

  const pending = found ? undefined : await signUps.findUnconfirmed(name);
  const fits = await passwordFits(input.password, found?.passwordHash ?? pending?.passwordHash);
  if (!fits || (found && !found.account.enabled)) {
    events.record("sign-in.refused", { accountId: found?.account.id, reason: fits ? "disabled" : "password" });
    return { kind: "refused" };
  }
  await limits.clear(keys.nameAndAddress);
  await limits.giveBack([keys.name, keys.address]);
  if (found) return { kind: "signed-in", account: found.account };
  return pending ? { kind: "unconfirmed", signUp: pending } : { kind: "refused" };
}

function attemptKeys(name: string, ip: string) {
  // Keyed by what was typed: a limit shared by a name and an email would reveal that they belong together.
  const who = createHash("sha256").update(name).digest("base64url");
  const address = addressKey(ip);
  return {
    nameAndAddress: `sign-in:name:${who}:address:${address}`,
    name: `sign-in:name:${who}`,
    address: `sign-in:address:${address}`,
  };
}

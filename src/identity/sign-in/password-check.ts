import type { FastifyRequest } from "fastify";
import type { Account } from "../accounts/account-queries.ts";
import { canonicalName } from "../accounts/account-rules.ts";
import { passwordFits } from "../accounts/passwords.ts";
import { addressKey } from "../attempts/address-key.ts";
import {
  digestOfTyped,
  type Refusal,
  signInPerAccount,
  signInPerAccountAndAddress,
  signInPerAddress,
  signInPerKnownDevice,
} from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import type { PendingSignUp } from "../sign-up/sign-ups.ts";

export type PasswordOutcome =
  | { kind: "signed-in"; account: Account }
  | { kind: "unconfirmed"; signUp: PendingSignUp }
  | { kind: "refused" | "disabled" }
  | { kind: "limited"; refusal: Refusal };

/** Checks a name and a password, within the limits. */
export async function checkPassword(
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

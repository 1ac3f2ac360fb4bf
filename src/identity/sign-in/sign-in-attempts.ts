import { addressKey } from "../attempts/address-key.ts";
import {
  type AttemptLimits,
  type Refusal,
  signInPerAccount,
  signInPerAccountAndAddress,
  signInPerAddress,
} from "../attempts/attempt-limits.ts";

type SignInAttempt = { name: string; accountId: string | undefined; ip: string };

/** Counts a sign-in before its password is checked. */
export function takeSignInAttempt(limits: AttemptLimits, attempt: SignInAttempt): Promise<Refusal | undefined> {
  const keys = keysOf(attempt);
  return limits.take([
    { key: keys.accountAndAddress, limit: signInPerAccountAndAddress },
    { key: keys.account, limit: signInPerAccount },
    { key: keys.address, limit: signInPerAddress },
  ]);
}

/** For one whose password was right. */
export async function giveBackSignInAttempt(limits: AttemptLimits, attempt: SignInAttempt): Promise<void> {
  const keys = keysOf(attempt);
  await limits.clear(keys.accountAndAddress);
  await limits.giveBack([keys.account, keys.address]);
}

function keysOf({ name, accountId, ip }: SignInAttempt) {
  // The same limits for a name that nobody has: being limited tells nothing about it either.
  const who = accountId ?? `unknown:${name}`;
  const address = addressKey(ip);
  return {
    accountAndAddress: `sign-in:account:${who}:address:${address}`,
    account: `sign-in:account:${who}`,
    address: `sign-in:address:${address}`,
  };
}

import { createHash } from "node:crypto";
import { addressKey } from "../attempts/address-key.ts";
import {
  type AttemptLimits,
  type Refusal,
  signInPerAccount,
  signInPerAccountAndAddress,
  signInPerAddress,
} from "../attempts/attempt-limits.ts";

type SignInAttempt = { name: string; ip: string };

/** Counts a sign-in before its password is checked. */
export function takeSignInAttempt(limits: AttemptLimits, attempt: SignInAttempt): Promise<Refusal | undefined> {
  const keys = keysOf(attempt);
  return limits.take([
    { key: keys.nameAndAddress, limit: signInPerAccountAndAddress },
    { key: keys.name, limit: signInPerAccount },
    { key: keys.address, limit: signInPerAddress },
  ]);
}

/** Returns the attempt after a right password. */
export async function giveBackSignInAttempt(limits: AttemptLimits, attempt: SignInAttempt): Promise<void> {
  const keys = keysOf(attempt);
  await limits.clear(keys.nameAndAddress);
  await limits.giveBack([keys.name, keys.address]);
}

function keysOf({ name, ip }: SignInAttempt) {
  // Keyed by what was typed: a limit shared by a name and an email would reveal that they belong together.
  const who = createHash("sha256").update(name).digest("base64url");
  const address = addressKey(ip);
  return {
    nameAndAddress: `sign-in:name:${who}:address:${address}`,
    name: `sign-in:name:${who}`,
    address: `sign-in:address:${address}`,
  };
}

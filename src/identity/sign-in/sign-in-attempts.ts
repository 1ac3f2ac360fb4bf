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

/** For one whose password was right. */
export async function giveBackSignInAttempt(limits: AttemptLimits, attempt: SignInAttempt): Promise<void> {
  const keys = keysOf(attempt);
  await limits.clear(keys.nameAndAddress);
  await limits.giveBack([keys.name, keys.address]);
}

function keysOf({ name, ip }: SignInAttempt) {
  // By what was typed, whoever has it: a limit that a name and an e-mail shared would tell that they belong together.
  const who = createHash("sha256").update(name).digest("base64url");
  const address = addressKey(ip);
  return {
    nameAndAddress: `sign-in:name:${who}:address:${address}`,
    name: `sign-in:name:${who}`,
    address: `sign-in:address:${address}`,
  };
}

import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// The package hashes by argon2id unless told otherwise; its enumeration cannot be named under isolated modules.
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), argon2id);
}

let dummyHash: Promise<string> | undefined;

/**
 * True if the password fits the hash. Without a hash (nobody of that name) it answers false after the same work,
 * so that the time taken tells nothing.
 */
export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString("base64url"));
  const against = passwordHash ?? (await dummyHash);
  const fits = await verify(against, password.normalize("NFKC"));
  return fits && passwordHash !== undefined;
}

/** Makes the first sign-in of an unknown name as fast as any other. */
export async function preparePasswordChecks(): Promise<void> {
  dummyHash ??= hashPassword(randomBytes(24).toString("base64url"));
  await dummyHash;
}

/** A password to hand to somebody who then has to replace it. */
export function temporaryPassword(): string {
  return randomBytes(16).toString("base64url");
}

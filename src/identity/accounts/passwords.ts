import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// argon2id is the package's default; isolated modules can't reference its enum.
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), argon2id);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (unknown name) it does the same work, so timing reveals
 * nothing.
 */
export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString("base64url"));
  const against = passwordHash ?? (await dummyHash);
  const fits = await verify(against, password.normalize("NFKC"));
  return fits && passwordHash !== undefined;
}

/** Avoids a slow first sign-in for an unknown name, which would reveal that it is unknown. */
export async function preparePasswordChecks(): Promise<void> {
  dummyHash ??= hashPassword(randomBytes(24).toString("base64url"));
  await dummyHash;
}

/** A temporary password, to be replaced by its recipient. */
export function temporaryPassword(): string {
  return randomBytes(16).toString("base64url");
}

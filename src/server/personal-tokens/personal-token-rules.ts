import { createHash, randomBytes } from "node:crypto";
import { personalTokenDaysMax } from "../../contract/desk-limits.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** Programs that search for leaked secrets find it by this. */
const prefix = "cairn_";
/** 256 bits, so that guessing is hopeless and a hash without salt suffices. */
const secretBytes = 32;
const pattern = /^cairn_[\w-]{43}$/;

export type TokenSecret = {
  /** Shown to its owner, once. */
  token: string;
  /** All that the database keeps of it. */
  sha256: Buffer;
};

export function makeTokenSecret(): TokenSecret {
  const token = prefix + randomBytes(secretBytes).toString("base64url");
  return { token, sha256: sha256Of(token) };
}

export const isPersonalToken = (bearer: string): boolean => bearer.startsWith(prefix);

/** Undefined for a text that can't be a personal token. */
export function findTokenSha256(bearer: string): Buffer | undefined {
  return pattern.test(bearer) ? sha256Of(bearer) : undefined;
}

/** @throws DomainError `validation_failed` unless the end is in the future and within a year */
export function requireTokenEnd(expiresAt: Date, now: Date): void {
  const field = "expires_at";
  if (expiresAt <= now) throw new DomainError("validation_failed.tokenEndPast", { field });
  if (expiresAt.getTime() > now.getTime() + personalTokenDaysMax * 86_400_000) {
    throw new DomainError("validation_failed.tokenEndFar", { field });
  }
}

const sha256Of = (token: string) => createHash("sha256").update(token).digest();

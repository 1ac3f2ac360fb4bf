import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { IdentityDb } from "../database/identity-database.ts";
import type { Seal } from "../database/seal.ts";
import { readSigningKeys, type SigningKeys } from "./keys.ts";

/** Maximum age of the keys used for signing, publishing and verifying. */
const rereadAfterMs = 5_000;
/** Tokens with unknown key ids cause at most one database query per period. */
const unknownKeyCooldownMs = 1_000;

export type KeyRing = {
  /** The signing keys; the same object until they change. */
  current(): Promise<SigningKeys>;
  /** The key that verifies a token, including keys of other processes. */
  findKey: JWTVerifyGetKey;
};

/** The installation's signing keys; follows rotations by other processes. */
export function createKeyRing(db: IdentityDb, seal: Seal, initial: SigningKeys, clock: () => Date): KeyRing {
  let keys = initial;
  let keySet = keySetOf(keys);
  let readAtMs = clock().getTime();
  let unknownKeyAtMs = Number.NEGATIVE_INFINITY;

  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    readAtMs = clock().getTime();
    const found = await readSigningKeys(db, seal, clock());
    if (idsOf(found) === idsOf(keys)) return;
    keys = found;
    keySet = keySetOf(keys);
  }

  /** Concurrent requests share one read. */
  function reread(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function current(): Promise<SigningKeys> {
    if (clock().getTime() - readAtMs >= rereadAfterMs) await reread();
    return keys;
  }

  return {
    current,

    async findKey(header, token) {
      // Unpublished keys are no longer trusted. While the database is down, the previous keys are.
      await current().catch(() => keys);
      try {
        return await keySet(header, token);
      } catch (error) {
        const nowMs = clock().getTime();
        const mayLook = reading !== undefined || nowMs - unknownKeyAtMs >= unknownKeyCooldownMs;
        if (!(error instanceof errors.JWKSNoMatchingKey) || !mayLook) throw error;
        unknownKeyAtMs = nowMs;
        await reread();
        return keySet(header, token);
      }
    },
  };
}

function keySetOf(keys: SigningKeys) {
  return createLocalJWKSet({ keys: keys.public } as JSONWebKeySet);
}

function idsOf(keys: SigningKeys): string {
  return keys.signing.map(({ kid }) => kid).join(" ");
}

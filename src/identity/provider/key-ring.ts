import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { IdentityDb } from "../database/identity-database.ts";
import type { Seal } from "../database/seal.ts";
import { readSigningKeys, type SigningKeys } from "./keys.ts";

/** Keys that are signed with, published or trusted were read at most this long ago. */
const rereadAfterMs = 5_000;
/** Tokens with invented key ids cause at most one look at the database in this time. */
const unknownKeyCooldownMs = 1_000;

export type KeyRing = {
  /** The signing keys; the same object for as long as they do not change. */
  current(): Promise<SigningKeys>;
  /** The key to verify a token by. One that another process made is found in the database. */
  findKey: JWTVerifyGetKey;
};

/** The signing keys of the installation, which every process follows when one of them is exchanged. */
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

  /** Requests that come while the keys are read wait for the same answer. */
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
      // A key that is no longer published is no longer trusted. While the database is away, the keys of before do.
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

import { randomBytes, randomUUID } from "node:crypto";
import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from "jose";
import { sql } from "kysely";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import { type Seal, sealedAbout } from "../database/seal.ts";

export const signingAlgorithm = "RS256";

export type SigningKeys = {
  /** Private keys, current one first. */
  signing: JWK[];
  public: JWK[];
};

/** Keys that sign cookies and XSRF tokens, the current one first. */
export type CookieKeys = { cookies: string[] };

export type IdentityKeys = SigningKeys &
  CookieKeys & {
    /** Makes digests of short codes. */
    codes: string;
  };

/** Reads the keys, and creates missing ones. Safe with parallel processes. */
export async function loadKeys(db: IdentityDb, seal: Seal, now: Date): Promise<IdentityKeys> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.keys'))`.execute(tx);
    let { signing } = await readSigningKeys(tx, seal, now);
    if (signing.length === 0) {
      await addSigningKey(tx, seal);
      signing = (await readSigningKeys(tx, seal, now)).signing;
    }
    const [codes] = await secrets(tx, seal, "codes");
    if (!codes) throw new Error("There is no secret for code digests");
    return { signing, public: signing.map(publicPart), cookies: await secrets(tx, seal, "cookies"), codes };
  });
}

/** The current signing keys: the active one, and those whose tokens may still be valid. */
export async function readSigningKeys(db: IdentityDb, seal: Seal, now: Date): Promise<SigningKeys> {
  const rows = await db
    .selectFrom("signing_keys")
    .select(["kid", "private_jwk"])
    .where((where) => where.or([where("retired_at", "is", null), where("retired_at", ">", publishedSince(now))]))
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();
  const signing = rows.map(
    ({ kid, private_jwk }) => JSON.parse(seal.unseal(private_jwk, sealedAbout.signingKey(kid))) as JWK,
  );
  return { signing, public: signing.map(publicPart) };
}

const publishedSince = (now: Date) => new Date(now.getTime() - keyPublishedForMs);

/** Covers the longest-lived token of an older key, with a margin. */
const keyPublishedForMs = 24 * 60 * 60_000;

/**
 * Adds a signing key and returns its id. Running processes use it within seconds; older keys stay published for a day.
 */
export async function rotateSigningKey(db: IdentityDb, seal: Seal, now: Date): Promise<string> {
  return transaction(db, async (tx) => {
    await tx.deleteFrom("signing_keys").where("retired_at", "<=", publishedSince(now)).execute();
    await tx.updateTable("signing_keys").set({ retired_at: now }).where("retired_at", "is", null).execute();
    return addSigningKey(tx, seal);
  });
}

async function addSigningKey(tx: IdentityDb, seal: Seal): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { modulusLength: 2048, extractable: true });
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(privateKey)), kid, use: "sig", alg: signingAlgorithm };
  // clock_timestamp, because two keys in one transaction would otherwise have the same age.
  await tx
    .insertInto("signing_keys")
    .values({
      kid,
      private_jwk: seal.seal(JSON.stringify(jwk), sealedAbout.signingKey(kid)),
      created_at: sql<Date>`clock_timestamp()`,
      retired_at: null,
    })
    .execute();
  return kid;
}

async function secrets(tx: IdentityDb, seal: Seal, purpose: "cookies" | "codes"): Promise<string[]> {
  const rows = await tx
    .selectFrom("secrets")
    .select("value")
    .where("purpose", "=", purpose)
    .orderBy("created_at", "desc")
    .execute();
  if (rows.length > 0) return rows.map(({ value }) => seal.unseal(value, sealedAbout.installationSecret(purpose)));
  const value = randomBytes(32).toString("base64url");
  await tx
    .insertInto("secrets")
    .values({ purpose, value: seal.seal(value, sealedAbout.installationSecret(purpose)) })
    .execute();
  return [value];
}

function publicPart(jwk: JWK): JWK {
  const { kty, n, e, kid, use, alg } = jwk;
  return { kty, n, e, kid, use, alg } as JWK;
}

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

import { randomBytes, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { sql } from "kysely";
import type { IdentityDb, IdentityTransaction } from "../database/identity-database.ts";

export const signingAlgorithm = "RS256";

export interface IdentityKeys {
  /** Private keys, the signing one first. */
  signing: JWK[];
  /** The same keys as the public sees them. */
  public: JWK[];
  /** For signed cookies, the one in use first. */
  cookies: string[];
  /** For the digests of short codes. */
  codes: string;
}

/** Reads the keys, and makes them where there are none yet. Safe with several processes at once. */
export async function loadKeys(db: IdentityDb): Promise<IdentityKeys> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.keys'))`.execute(trx);
    const signing = await signingKeys(trx);
    const [codes] = await secrets(trx, "codes");
    if (!codes) throw new Error("No secret for the digests of codes");
    return {
      signing,
      public: signing.map(publicPart),
      cookies: await secrets(trx, "cookies"),
      codes,
    };
  });
}

/** Adds a new signing key; it signs from the next start on, while the older ones stay published for `publishedForMs`. */
export async function rotateSigningKey(db: IdentityDb, now: Date, publishedForMs: number): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const retiredBefore = new Date(now.getTime() - publishedForMs);
    await trx.deleteFrom("signing_keys").where("retired_at", "<", retiredBefore).execute();
    await trx.updateTable("signing_keys").set({ retired_at: now }).where("retired_at", "is", null).execute();
    return addSigningKey(trx);
  });
}

async function signingKeys(trx: IdentityTransaction): Promise<JWK[]> {
  const read = () =>
    trx.selectFrom("signing_keys").select("private_jwk").orderBy("created_at", "desc").orderBy("kid").execute();
  let rows = await read();
  if (rows.length === 0) {
    await addSigningKey(trx);
    rows = await read();
  }
  return rows.map((row) => row.private_jwk as JWK);
}

async function addSigningKey(trx: IdentityTransaction): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { modulusLength: 2048, extractable: true });
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(privateKey)), kid, use: "sig", alg: signingAlgorithm };
  // clock_timestamp, since two keys of one transaction would otherwise be equally old.
  await trx
    .insertInto("signing_keys")
    .values({ kid, private_jwk: JSON.stringify(jwk), created_at: sql<Date>`clock_timestamp()`, retired_at: null })
    .execute();
  return kid;
}

async function secrets(trx: IdentityTransaction, purpose: "cookies" | "codes"): Promise<string[]> {
  const rows = await trx
    .selectFrom("secrets")
    .select("value")
    .where("purpose", "=", purpose)
    .orderBy("created_at", "desc")
    .execute();
  if (rows.length > 0) return rows.map((row) => row.value);
  const value = randomBytes(32).toString("base64url");
  await trx.insertInto("secrets").values({ purpose, value }).execute();
  return [value];
}

function publicPart(jwk: JWK): JWK {
  const { kty, n, e, kid, use, alg } = jwk;
  return { kty, n, e, kid, use, alg } as JWK;
}

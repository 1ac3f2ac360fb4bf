import { type Kysely, sql } from "kysely";
import { type IdentityDb, identityTables } from "../database/identity-database.ts";

/**
 * True while the access token's grant exists, its account is enabled, and its roles and password are unchanged.
 * Signatures can't show this, because JWTs can't be revoked.
 * `tx` asks in a transaction of the same database.
 */
export type TokenLife = <Tables>(claims: Record<string, unknown>, tx?: Kysely<Tables>) => Promise<boolean>;

export function tokenLife(db: IdentityDb, clock: () => Date): TokenLife {
  return async (claims, tx) => {
    if (typeof claims.grant_id !== "string") return false;
    const holder = await findGrantHolder(tx ? identityTables(tx) : db, claims.grant_id, clock());
    return (
      holder?.enabled === true && holder.username === claims.username && holder.tokenVersion === claims.token_version
    );
  };
}

/** The account of an active grant; undefined if the grant was revoked or expired. */
async function findGrantHolder(
  db: IdentityDb,
  grantId: string,
  now: Date,
): Promise<{ username: string; enabled: boolean; tokenVersion: number } | undefined> {
  return db
    .selectFrom("oidc_payloads as grant")
    .innerJoin("accounts", "accounts.id", "grant.account_id")
    .select(["accounts.username", "accounts.enabled", sql<number>`accounts.token_version`.as("tokenVersion")])
    .where("grant.model", "=", "Grant")
    .where("grant.id", "=", grantId)
    .where("grant.expires_at", ">", now)
    .executeTakeFirst();
}

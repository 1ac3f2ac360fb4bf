import { sql } from "kysely";
import type { PersonalToken } from "../../contract/personal-tokens.ts";
import type { TokenScope } from "../../contract/roles.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";

export async function listTokens(db: Db, username: string): Promise<PersonalToken[]> {
  const rows = await db
    .selectFrom("personal_tokens")
    .select(["id", "name", "scope", "created_at", "expires_at", "last_used_at"])
    .where("adventurer_id", "=", username)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
}

/** Locks an account until the transaction ends, so that two tokens at once don't exceed the limit. */
export async function lockAccount(tx: Tx, username: string): Promise<void> {
  await tx.selectFrom("adventurers").select("id").where("id", "=", username).forNoKeyUpdate().execute();
}

/** Deletes expired tokens, and counts the others. */
export async function countTokens(tx: Tx, username: string): Promise<number> {
  await tx
    .deleteFrom("personal_tokens")
    .where("adventurer_id", "=", username)
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
  const { count } = await tx
    .selectFrom("personal_tokens")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("adventurer_id", "=", username)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type NewTokenRow = { username: string; name: string; scope: TokenScope; sha256: Buffer; expiresAt: Date };

export function insertToken(tx: Tx, { username, name, scope, sha256, expiresAt }: NewTokenRow) {
  return tx
    .insertInto("personal_tokens")
    .values({ adventurer_id: username, name, scope, token_sha256: sha256, expires_at: expiresAt })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
}

/** Whether the account had this token. */
export const deleteToken = (db: Db, username: string, id: number): Promise<boolean> =>
  isFound(db.deleteFrom("personal_tokens").where("id", "=", id).where("adventurer_id", "=", username).returning("id"));

/** A token with its account, which must be one of this issuer. */
export function findToken(db: Db, sha256: Buffer, issuer: string) {
  return db
    .selectFrom("personal_tokens as t")
    .innerJoin("adventurers as a", "a.id", "t.adventurer_id")
    .select(["t.id", "t.scope", "t.expires_at", "t.last_used_at", "a.id as username", "a.subject"])
    .where("t.token_sha256", "=", sha256)
    .where("a.issuer", "=", issuer)
    .executeTakeFirst();
}

/** Does nothing if another request noted it within the last minute. */
export async function noteUse(db: Db, id: number): Promise<void> {
  await sql`
    UPDATE personal_tokens SET last_used_at = now()
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`.execute(db);
}

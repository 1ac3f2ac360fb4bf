import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";
import { administrators } from "./account-queries.ts";
import { canonicalName } from "./account-rules.ts";

/** Everything the provider stores about an account, for its owner, without secrets. */
export async function describeAccount(db: IdentityDb, accountId: string) {
  const account = await db
    .selectFrom("accounts")
    .innerJoin("passwords", "passwords.account_id", "accounts.id")
    .select(["id", "username", "email", "email_verified", "display_name", "enabled", "created_at", "updated_at"])
    .select("passwords.set_at as password_set_at")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const groups = await db
    .selectFrom("account_groups")
    .select("group_name")
    .where("account_id", "=", accountId)
    .orderBy("group_name")
    .execute();
  const factors = await db
    .selectFrom("second_factors")
    .select(["kind", "secret", "confirmed_at", "created_at"])
    .where("account_id", "=", accountId)
    .execute();
  const devices = await db
    .selectFrom("devices")
    .select(["name", "remembered", "created_at", "last_seen_at"])
    .where("account_id", "=", accountId)
    .orderBy("last_seen_at", "desc")
    .execute();
  const changes = await db
    .selectFrom("account_audit")
    .select(["at", "actor", "action", "username", "detail"])
    .where((where) => where.or([where("username", "=", account.username), where("actor", "=", account.username)]))
    .orderBy("id")
    .execute();
  return {
    ...account,
    groups: groups.map(({ group_name }) => group_name),
    second_factors: factors.map(({ secret, ...factor }) =>
      factor.kind === "text_message" ? { ...factor, phone_number: secret } : factor,
    ),
    devices,
    changes,
  };
}

/**
 * Those of the accounts that exist and are enabled, read in the caller's transaction. If they are kept, that stays true
 * until it ends.
 */
export async function findEnabledAccounts<Tables>(
  db: Kysely<Tables>,
  accountIds: readonly string[],
  { areKept = false }: { areKept?: boolean } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM identity.accounts WHERE id::text = ANY(${accountIds}) AND enabled
    ORDER BY id ${areKept ? sql`FOR SHARE` : sql``}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the ids of administrators' accounts, without those that are disabled. */
export function administratorsFinder(pool: Pool): () => Promise<string[]> {
  const db = identityDatabase(pool);
  return async () => {
    const rows = await administrators(db).execute();
    return rows.map(({ id }) => id);
  };
}

/** Finds an account's email address; undefined if it is unconfirmed or the account is gone or disabled. */
export function mailAddressFinder(pool: Pool): (accountId: string) => Promise<string | undefined> {
  const db = identityDatabase(pool);
  return async (accountId) => {
    const account = await db
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", accountId)
      .where("email_verified", "=", true)
      .where("enabled", "=", true)
      .executeTakeFirst();
    return account?.email;
  };
}

/** Finds the account that has confirmed an email address; undefined if there is none or it is disabled. */
export function mailOwnerFinder(pool: Pool): (address: string) => Promise<string | undefined> {
  const db = identityDatabase(pool);
  return async (address) => {
    const account = await db
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", canonicalName(address))
      .where("email_verified", "=", true)
      .where("enabled", "=", true)
      .executeTakeFirst();
    return account?.id;
  };
}

import type { Pool } from "pg";
import { identityDatabase } from "../database/identity-database.ts";

/** Finds the ids of administrators' accounts, without those that are disabled. */
export function administratorsFinder(pool: Pool): () => Promise<string[]> {
  const db = identityDatabase(pool);
  return async () => {
    const rows = await db
      .selectFrom("account_groups")
      .innerJoin("accounts", "accounts.id", "account_groups.account_id")
      .select("accounts.id")
      .where("group_name", "=", "admins")
      .where("enabled", "=", true)
      .execute();
    return rows.map(({ id }) => id);
  };
}

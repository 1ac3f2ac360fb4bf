import { type Kysely, sql } from "kysely";

/** Those of the accounts that exist and are enabled, read in the caller's transaction. */
export async function findEnabledAccounts<Tables>(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM identity.accounts WHERE id::text = ANY(${accountIds}) AND enabled`.execute(db);
  return rows.map(({ id }) => id);
}

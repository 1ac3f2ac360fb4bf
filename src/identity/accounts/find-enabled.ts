import { type Kysely, sql } from "kysely";

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

import type { Db } from "../database/connection.ts";

/** Which of the keys `covers/<id>` belong to a quest. */
export async function findReferencedCoverKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ids = keys.map((key) => key.slice(key.indexOf("/") + 1));
  const rows = await db.selectFrom("quests").select("cover_id").where("cover_id", "in", ids).execute();
  return new Set(rows.map(({ cover_id }) => `covers/${cover_id}`));
}

/** The keys of all cover images of these kinds; hashes aren't stored. */
export function namedCoversSql(kinds: readonly string[]): string {
  return kinds
    .map((kind) => `SELECT '${kind}/' || cover_id || '.jpg', NULL FROM quests WHERE cover_id IS NOT NULL`)
    .join(" UNION ALL ");
}

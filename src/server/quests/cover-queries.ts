import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * Sets or removes the quest's cover and returns the previous id.
 * @throws DomainError `quest_not_found`
 */
export async function setCover(
  tx: Tx,
  questId: number,
  cover: { id: string; address: string } | undefined,
): Promise<string | undefined> {
  const before = await tx
    .selectFrom("quests")
    .select("cover_id")
    .where("id", "=", questId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new DomainError("quest_not_found");
  await tx
    .updateTable("quests")
    .set({ cover_id: cover?.id ?? null, quest_image: cover?.address ?? null })
    .where("id", "=", questId)
    .execute();
  return before.cover_id ?? undefined;
}

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

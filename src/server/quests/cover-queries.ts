import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** Sets the quest's cover, or takes it away; returns the id of the one before. @throws DomainError `quest_not_found` */
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

const coverKeyShape = /^covers\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\w+\.jpg)?$/;

/** Those of the keys `covers/<id>` or `covers/<id>-<size>.jpg` whose cover a quest has. */
export async function findReferencedCoverKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const idOf = (key: string) => coverKeyShape.exec(key)?.[1] ?? "";
  const ids = [...new Set(keys.map(idOf))].filter((id) => id !== "");
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("quests").select("cover_id").where("cover_id", "in", ids).execute();
  const named = new Set(rows.map(({ cover_id }) => cover_id));
  return new Set(keys.filter((key) => named.has(idOf(key))));
}

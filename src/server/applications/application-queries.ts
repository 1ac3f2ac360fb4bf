import { sql } from "kysely";
import { DomainError } from "../../contract/errors.ts";
import { maxId, pageSize } from "../../contract/limits.ts";
import type { Application } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";

/** One part of who joined which quest, the newest first; `next` is the `after` of the part that follows. */
export async function listApplications(
  db: Db,
  { limit = pageSize.default, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<{ applications: Application[]; next: string | undefined }> {
  let query = db
    .selectFrom("adventurer_quests as aq")
    .innerJoin("quests as q", "q.id", "aq.quest_id")
    .select(["aq.quest_id", "q.quest_name", "aq.adventurer_id", "aq.status", "aq.joined_at", "aq.completed_at"])
    .select(sql<number>`(extract(epoch FROM aq.joined_at) * 1000000)::bigint`.as("joined_at_us"))
    .orderBy("aq.joined_at", "desc")
    .orderBy("aq.quest_id", "desc")
    .orderBy("aq.adventurer_id", "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    const { joinedAtUs, questId, adventurerId } = requireCursor(after);
    const joinedAt = sql`'epoch'::timestamptz + ${joinedAtUs}::bigint * interval '1 microsecond'`;
    query = query.where(
      sql<boolean>`(aq.joined_at, aq.quest_id, aq.adventurer_id) < (${joinedAt}, ${questId}::integer, ${adventurerId})`,
    );
  }
  const rows = await query.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    applications: rows.slice(0, limit).map((row) => ({
      quest_id: row.quest_id,
      quest_name: row.quest_name,
      adventurer_id: row.adventurer_id,
      status: row.status,
      joined_at: row.joined_at.toISOString(),
      completed_at: row.completed_at?.toISOString() ?? null,
    })),
    next: last && `${last.joined_at_us}_${last.quest_id}_${last.adventurer_id}`,
  };
}

/** Time in microseconds, as PostgreSQL has it, quest and adventurer: joinings of one millisecond are told apart. */
function requireCursor(after: string): { joinedAtUs: number; questId: number; adventurerId: string } {
  const [, joinedAtUs, questId, adventurerId] = /^(\d{1,16})_([1-9]\d{0,9})_(.{1,128})$/su.exec(after) ?? [];
  if (!joinedAtUs || !adventurerId || adventurerId.includes("\u0000") || Number(questId) > maxId) {
    throw new DomainError("validation_failed", "query.after: Invalid value", [
      { path: "query.after", message: "Invalid value" },
    ]);
  }
  return { joinedAtUs: Number(joinedAtUs), questId: Number(questId), adventurerId };
}

import { sql } from "kysely";
import type { ParticipationStatus } from "../../contract/enums.ts";
import { maxId } from "../../contract/limits.ts";
import type { Application } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";
import {
  instantOfMicroseconds,
  mapPart,
  microsecondsOf,
  type Part,
  type PartRequest,
  readPart,
  requireCursor,
} from "../database/list-parts.ts";

export type ApplicationFilter = {
  quest_id?: number | undefined;
  status?: ParticipationStatus | undefined;
};

/** One part of who joined which quest, the newest first. */
export async function listApplications(
  db: Db,
  { quest_id, status, ...part }: PartRequest & ApplicationFilter,
): Promise<Part<Application>> {
  let query = db
    .selectFrom("adventurer_quests as aq")
    .innerJoin("quests as q", "q.id", "aq.quest_id")
    .select(["aq.quest_id", "q.quest_name", "aq.adventurer_id", "aq.status", "aq.joined_at", "aq.completed_at"])
    .select(microsecondsOf("aq.joined_at").as("joined_at_us"))
    .orderBy("aq.joined_at", "desc")
    .orderBy("aq.quest_id", "desc")
    .orderBy("aq.adventurer_id", "desc");
  if (quest_id !== undefined) query = query.where("aq.quest_id", "=", quest_id);
  if (status !== undefined) query = query.where("aq.status", "=", status);
  if (part.after !== undefined) {
    const { joinedAtUs, questId, adventurerId } = parseCursor(part.after);
    query = query.where(
      sql<boolean>`(aq.joined_at, aq.quest_id, aq.adventurer_id)
        < (${instantOfMicroseconds(joinedAtUs)}, ${questId}::integer, ${adventurerId})`,
    );
  }
  const rows = await readPart(query, part, (last) => `${last.joined_at_us}_${last.quest_id}_${last.adventurer_id}`);
  return mapPart(rows, (row) => ({
    quest_id: row.quest_id,
    quest_name: row.quest_name,
    adventurer_id: row.adventurer_id,
    status: row.status,
    joined_at: row.joined_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }));
}

/** Time, quest and adventurer. */
function parseCursor(after: string) {
  const [joinedAtUs = "", questId, adventurerId = ""] = requireCursor(
    after,
    /^(\d{1,16})_([1-9]\d{0,9})_(.{1,128})$/su,
    ([, quest, adventurer]) => Number(quest) <= maxId && !adventurer?.includes("\u0000"),
  );
  return { joinedAtUs, questId: Number(questId), adventurerId };
}

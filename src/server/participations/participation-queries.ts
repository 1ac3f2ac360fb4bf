import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";
import type { StatusChange } from "./participation-rules.ts";

/** The one joined last first. */
export function listParticipations(db: Db, username: string) {
  return db
    .selectFrom("adventurer_quests")
    .select(["quest_id", "status"])
    .where("adventurer_id", "=", username)
    .orderBy("joined_at", "desc")
    .orderBy("quest_id", "desc")
    .execute();
}

export type Participation = NonNullable<Awaited<ReturnType<typeof findParticipation>>>;

/** The participation with what its quest accepts. */
export function findParticipation(db: Db, username: string, questId: number) {
  return (
    db
      .selectFrom("adventurer_quests")
      .innerJoin("quests", "quests.id", "adventurer_quests.quest_id")
      .select(["adventurer_quests.status", "adventurer_quests.joined_at", "adventurer_quests.completed_at"])
      // Changes with every update of the row.
      .select(sql<string>`adventurer_quests.xmin::text`.as("row_version"))
      .select(["quests.quest_status", "quests.quest_type"])
      .select(["quests.protocol_version", "quests.had_specification_form", "quests.photo_field_count_max"])
      .where("adventurer_id", "=", username)
      .where("quest_id", "=", questId)
      .executeTakeFirst()
  );
}

/**
 * Locks the participation until the end of the transaction and gives it a new `row_version`: an upload that read it before must
 * read it again. False if the volunteer hasn't joined.
 */
export async function holdParticipation(tx: Tx, username: string, questId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("adventurer_quests")
    .set({ status: sql.ref("status") })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The oldest first. The trigger function `remember_quest_status` adds a row for each change. */
export function listStatusChanges(db: Db, questId: number): Promise<StatusChange[]> {
  return db
    .selectFrom("quest_status_changes")
    .select(["quest_status", "changed_at"])
    .where("quest_id", "=", questId)
    .orderBy("changed_at")
    .orderBy("id")
    .execute();
}

/** Locks the quest, so that no other volunteer joins it before this transaction ends. */
export function lockQuest(tx: Tx, questId: number) {
  return tx
    .selectFrom("quests")
    .select(["id", "quest_status", "quest_deadline", "adventurer_limit"])
    .where("id", "=", questId)
    .forUpdate()
    .executeTakeFirst();
}

export async function countParticipations(db: Db, questId: number): Promise<number> {
  const { count } = await db
    .selectFrom("adventurer_quests")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("quest_id", "=", questId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The volunteer's data points per quest, without denied ones. */
export async function countDataPoints(
  db: Db,
  username: string,
  questIds: readonly number[],
): Promise<Map<number, number>> {
  if (questIds.length === 0) return new Map();
  const counts = await db
    .selectFrom("quest_data")
    .select(["quest_id", sql<number>`count(*)::int`.as("count")])
    .where("adventurer_id", "=", username)
    .where("quest_id", "in", [...questIds])
    .where(sql<boolean>`review_decision IS DISTINCT FROM 'denied'`)
    .groupBy("quest_id")
    .execute();
  return new Map(counts.map(({ quest_id, count }) => [quest_id, count]));
}

/** Those of all volunteers, without denied ones. The trigger function `count_samples` counts them. */
export async function countAllDataPoints(db: Db, questId: number): Promise<number> {
  const { count } = await db
    .selectFrom("sample_counts")
    .select(sql<number>`coalesce(sum(count), 0)::int`.as("count"))
    .where("quest_id", "=", questId)
    .where("state", "<>", "denied")
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertParticipation(tx: Tx, username: string, questId: number): Promise<void> {
  await tx.insertInto("adventurer_quests").values({ adventurer_id: username, quest_id: questId }).execute();
}

/** A completed one keeps its time. */
export async function setCompleted(db: Db, username: string, questId: number): Promise<void> {
  await db
    .updateTable("adventurer_quests")
    .set({ status: "completed", completed_at: sql`now()` })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .where("status", "<>", "completed")
    .execute();
}

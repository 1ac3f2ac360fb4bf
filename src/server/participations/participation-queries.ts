import { sql } from "kysely";
import { DomainError } from "../../contract/errors.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Db, Tx } from "../database/connection.ts";
import { findQuests, getQuest } from "../quests/quest-queries.ts";
import { requireJoinable } from "./participation-rules.ts";

/** The adventurer's quests, the one joined last first. */
export async function listAdventurerQuests(db: Db, username: string): Promise<AdventurerQuest[]> {
  const links = await db
    .selectFrom("adventurer_quests")
    .select(["quest_id", "status"])
    .where("adventurer_id", "=", username)
    .orderBy("joined_at", "desc")
    .orderBy("quest_id", "desc")
    .execute();
  const quests = await findQuests(
    db,
    links.map((link) => link.quest_id),
  );
  const byId = new Map(quests.map((quest) => [quest.id, quest]));
  return links.flatMap((link) => {
    const quest = byId.get(link.quest_id);
    return quest ? [{ quest, status: link.status, quest_id: link.quest_id }] : [];
  });
}

/** @throws DomainError `quest_not_found`, `not_joined` */
export async function getAdventurerQuest(db: Db, username: string, questId: number): Promise<AdventurerQuest> {
  const quest = await getQuest(db, questId);
  const link = await db
    .selectFrom("adventurer_quests")
    .select("status")
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .executeTakeFirst();
  if (!link) throw new DomainError("not_joined", "You are not signed up for this quest.");
  return { quest, status: link.status, quest_id: questId };
}

/** The link with the quest's status; undefined where the adventurer has not joined. */
export async function findParticipation(db: Db, username: string, questId: number) {
  return db
    .selectFrom("adventurer_quests")
    .innerJoin("quests", "quests.id", "adventurer_quests.quest_id")
    .select(["adventurer_quests.status", "quests.quest_status"])
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .executeTakeFirst();
}

/** Joins the quest; whoever has joined already stays as they are. The quest is locked, so that its limit holds. */
export async function joinQuest(tx: Tx, username: string, questId: number): Promise<void> {
  const quest = await tx
    .selectFrom("quests")
    .select(["id", "quest_status", "adventurer_limit"])
    .where("id", "=", questId)
    .forUpdate()
    .executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found", "No quest found");
  if (await findParticipation(tx, username, questId)) return;
  const { count } = await tx
    .selectFrom("adventurer_quests")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("quest_id", "=", questId)
    .executeTakeFirstOrThrow();
  requireJoinable({ ...quest, adventurer_count: count });
  await tx
    .insertInto("adventurers")
    .values({ id: username })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.insertInto("adventurer_quests").values({ adventurer_id: username, quest_id: questId }).execute();
}

/** @throws DomainError `quest_not_found`, `not_joined`. Completing twice keeps the first time. */
export async function completeQuest(tx: Tx, username: string, questId: number): Promise<void> {
  await tx
    .updateTable("adventurer_quests")
    .set({ status: "completed", completed_at: sql`now()` })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .where("status", "<>", "completed")
    .execute();
}

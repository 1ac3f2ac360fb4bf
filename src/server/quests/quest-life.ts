import { sql } from "kysely";
import type { QuestStatus } from "../../contract/enums.ts";
import { earliestDayOnEarth } from "../../contract/joining-rules.ts";
import { findPublishGaps, isStepDone, listSteps, statusAfter } from "../../contract/publishing-rules.ts";
import type { QuestLife, QuestStepPayload } from "../../contract/quest-life.ts";
import type { Quest } from "../../contract/quests.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getQuest } from "./quest-queries.ts";
import { recordQuestChange } from "./record-quest-change.ts";

/**
 * Publishes, pauses, closes or archives a quest. A step that was already taken changes nothing.
 * @throws DomainError `quest_not_found`, `quest_step_refused`, `quest_not_publishable`
 */
export async function takeQuestStep(
  db: Db,
  { id, person }: { id: number; person: string },
  { step, seen }: QuestStepPayload,
): Promise<QuestLife> {
  await transaction(db, async (tx) => {
    const quest = await lockQuestStage(tx, id);
    if (isStepDone(step, quest)) return;
    if (seen !== undefined && seen !== quest.quest_status) throw new DomainError("quest_step_refused.changed");
    if (!listSteps(quest).includes(step)) {
      throw new DomainError(step === "archive" ? "quest_step_refused.open" : "quest_step_refused");
    }
    if (step === "publish") requirePublishable(await getQuest(tx, id), new Date());
    const after = { status: statusAfter[step] ?? quest.quest_status, isArchived: step === "archive" };
    await recordQuestChange(tx, { questId: id, person }, () => setQuestStage(tx, id, after));
  });
  return getQuestLife(db, id);
}

/** @throws DomainError `quest_not_publishable` with what is missing */
function requirePublishable(quest: Quest, now: Date): void {
  const { needed } = findPublishGaps(quest, earliestDayOnEarth(now));
  if (needed.length === 0) return;
  const fields = { place: "locations", description: "quest_description", deadline: "quest_deadline" };
  throw new DomainError("quest_not_publishable", {
    info: needed.map((gap) => ({ path: fields[gap], message: { key: `refusals.quest_not_publishable.${gap}` } })),
  });
}

/** When the quest `q` was published and archived. The trigger function `remember_quest_status` notes the status. */
export const lifeColumns = sql`
  to_json((SELECT min(c.changed_at) FROM quest_status_changes c
    WHERE c.quest_id = q.id AND c.quest_status <> 'INACTIVE')) #>> '{}' AS published_at,
  to_json(q.archived_at) #>> '{}' AS archived_at`;

/** @throws DomainError `quest_not_found` */
export async function getQuestLife(db: Db, id: number): Promise<QuestLife> {
  const { rows } = await sql<QuestLife>`SELECT q.quest_status, ${lifeColumns},
      (SELECT count(*)::int FROM adventurer_quests a WHERE a.quest_id = q.id) AS adventurer_count,
      (SELECT coalesce(sum(n.count), 0)::int FROM sample_counts n WHERE n.quest_id = q.id) AS sample_count
    FROM quests q WHERE q.id = ${id}`.execute(db);
  if (!rows[0]) throw new DomainError("quest_not_found");
  return rows[0];
}

/** Locks the quest until the transaction ends. @throws DomainError `quest_not_found` */
export async function lockQuestStage(tx: Tx, id: number) {
  const quest = await tx
    .selectFrom("quests")
    .select(["quest_status", "archived_at", "cover_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found");
  return quest as Omit<typeof quest, "quest_status"> & { quest_status: QuestStatus };
}

/** The caller has locked the quest. */
async function setQuestStage(
  tx: Tx,
  id: number,
  { status, isArchived }: { status: QuestStatus; isArchived: boolean },
): Promise<void> {
  await tx
    .updateTable("quests")
    .set({
      quest_status: status,
      archived_at: isArchived ? sql`now()` : null,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Deletes a quest that nobody has joined, with all that belongs to it. The caller has locked it. */
export async function deleteQuestRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("review_assignments").where("quest_id", "=", id).execute();
  await tx.deleteFrom("sample_counts").where("quest_id", "=", id).execute();
  await tx.deleteFrom("quest_days").where("quest_id", "=", id).execute();
  await tx.deleteFrom("quests").where("id", "=", id).execute();
}

export const hasVolunteers = (tx: Tx, id: number): Promise<boolean> =>
  isFound(tx.selectFrom("adventurer_quests").select("quest_id").where("quest_id", "=", id).limit(1));

import type * as z from "zod/mini";
import type { AdventurerQuest, participationPatchSchema } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getParticipation } from "./get-participation.ts";
import {
  countParticipations,
  findParticipation,
  insertParticipation,
  lockQuest,
  setCompleted,
} from "./participation-queries.ts";
import { requireJoinable } from "./participation-rules.ts";

/**
 * Joins the quest; joining again changes nothing. Locks the quest because of its limit.
 * @throws DomainError `quest_not_found`, `quest_not_accepting`, `quest_deadline_passed`, `quest_full`
 */
export async function joinQuest(db: Db, username: string, questId: number): Promise<AdventurerQuest> {
  await transaction(db, async (tx) => {
    const quest = await lockQuest(tx, questId);
    if (!quest) throw new DomainError("quest_not_found");
    if (await findParticipation(tx, username, questId)) return;
    requireJoinable({ ...quest, adventurer_count: await countParticipations(tx, questId) }, new Date());
    await insertParticipation(tx, username, questId);
  });
  return getParticipation(db, username, questId);
}

type SentParticipation = Pick<z.infer<typeof participationPatchSchema>, "quest_id" | "quest">;

/**
 * Completes the volunteer's quest. Completing again keeps the first time.
 * @throws DomainError `validation_failed` for the record of another quest, `quest_not_found`, `not_joined`
 */
export async function completeParticipation(
  db: Db,
  { username, questId }: { username: string; questId: number },
  { quest_id = questId, quest }: SentParticipation,
): Promise<AdventurerQuest> {
  if (quest_id !== questId) throw new DomainError("validation_failed.otherQuest", { field: "quest_id" });
  if ((quest?.id ?? questId) !== questId) throw new DomainError("validation_failed.otherQuest", { field: "quest.id" });
  await setCompleted(db, username, questId);
  return getParticipation(db, username, questId);
}

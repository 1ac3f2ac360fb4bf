import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getParticipation } from "./get-participation.ts";
import { countParticipations, findParticipation, insertParticipation, lockQuest } from "./participation-queries.ts";
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

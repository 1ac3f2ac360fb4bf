import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";
import { getParticipation } from "./get-participation.ts";
import { setCompleted } from "./participation-queries.ts";
import { requireSameQuest, type SentParticipation } from "./participation-rules.ts";

/**
 * Completes the volunteer's quest; repeating it keeps the first time.
 * @param sent the submitted record
 * @throws DomainError `validation_failed` for the record of another quest, `quest_not_found`, `not_joined`
 */
export async function completeParticipation(
  db: Db,
  { username, questId }: { username: string; questId: number },
  sent: SentParticipation,
): Promise<AdventurerQuest> {
  requireSameQuest(sent, questId);
  await setCompleted(db, username, questId);
  return getParticipation(db, username, questId);
}

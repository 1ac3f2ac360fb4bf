import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";
import { getParticipation } from "./get-participation.ts";
import { setCompleted } from "./participation-queries.ts";

/**
 * Completes the adventurer's quest. Completing twice keeps the first time.
 * @throws DomainError `quest_not_found`, `not_joined`
 */
export async function completeParticipation(db: Db, username: string, questId: number): Promise<AdventurerQuest> {
  await setCompleted(db, username, questId);
  return getParticipation(db, username, questId);
}

import type * as z from "zod/mini";
import type { AdventurerQuest, participationPatchSchema } from "../../contract/participations.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getParticipation } from "./get-participation.ts";
import { setCompleted } from "./participation-queries.ts";

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

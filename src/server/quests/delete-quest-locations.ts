import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidenceOfQuest } from "../evidence/evidence-jobs.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { deleteLocations, hasLocation, lockQuestsOfLocations } from "./quest-queries.ts";
import { recordQuestChange } from "./record-quest-change.ts";
import { refreshSearchText } from "./refresh-search-text.ts";

/**
 * Deletes the locations; missing ids are ignored.
 * @throws DomainError `forbidden`; `quest_needs_location` if a quest would lose its last one
 */
export async function deleteQuestLocations(
  db: Db,
  { username: person, scope }: Actor,
  ids: readonly number[],
): Promise<void> {
  await transaction(db, async (tx) => {
    // Locks the quests, so that two administrators can't each delete the other's last location.
    const quests = await lockQuestsOfLocations(tx, ids);
    for (const { organization_id } of quests) requireInScope(scope, organization_id);
    for (const { id: questId } of quests) {
      await recordQuestChange(tx, { questId, person }, () => deleteLocations(tx, questId, ids));
      if (!(await hasLocation(tx, questId))) throw new DomainError("quest_needs_location");
      await refreshSearchText(tx, questId);
      await enqueueEvidenceOfQuest(tx, questId);
    }
  });
}

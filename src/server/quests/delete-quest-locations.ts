import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidenceOfQuest } from "../evidence/evidence-jobs.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { deleteLocations, hasLocation, lockQuestsOfLocations } from "./quest-queries.ts";
import { refreshSearchText } from "./refresh-search-text.ts";

/**
 * Deletes the locations; ids that are gone already are harmless.
 * @throws DomainError `quest_needs_location` where a quest would lose its last
 */
export async function deleteQuestLocations(db: Db, ids: readonly number[]): Promise<void> {
  await transaction(db, async (tx) => {
    // The quests are locked, so that two admins cannot each delete the other's last location.
    const questIds = await lockQuestsOfLocations(tx, ids);
    await deleteLocations(tx, ids);
    for (const questId of questIds) {
      if (!(await hasLocation(tx, questId))) throw new DomainError("quest_needs_location");
      await refreshSearchText(tx, questId);
      await enqueueEvidenceOfQuest(tx, questId);
    }
  });
}

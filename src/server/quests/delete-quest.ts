import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidenceOfQuest } from "../evidence/evidence-jobs.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { deleteCover } from "./covers.ts";
import { deleteQuestRow, hasVolunteers, lockQuestStage } from "./quest-life.ts";
import { deleteLocations, hasLocation, lockQuestsOfLocations } from "./quest-queries.ts";
import { recordQuestChange } from "./record-quest-change.ts";
import { refreshSearchText } from "./refresh-search-text.ts";

/**
 * Deletes a quest that nobody has joined: a phone of somebody who joined may hold data points for it. The lock stops
 * volunteers from joining meanwhile.
 * @throws DomainError `quest_not_found`, `quest_has_volunteers`
 */
export async function deleteQuest({ db, photoStore }: { db: Db; photoStore: PhotoStore }, id: number): Promise<void> {
  const coverId = await transaction(db, async (tx) => {
    const { cover_id } = await lockQuestStage(tx, id);
    if (await hasVolunteers(tx, id)) throw new DomainError("quest_has_volunteers");
    await deleteQuestRow(tx, id);
    return cover_id;
  });
  if (coverId !== null) await deleteCover(photoStore, coverId);
}

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

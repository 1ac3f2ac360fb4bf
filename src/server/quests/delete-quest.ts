import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { deleteCover } from "./cover-store.ts";
import { deleteQuestRow, hasVolunteers, lockQuestStage } from "./quest-life-queries.ts";

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

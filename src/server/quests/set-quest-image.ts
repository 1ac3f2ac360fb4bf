import type { Quest } from "../../contract/quests.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UnreadForm } from "../http/read-form-parts.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import type { CoverAddresses } from "./cover-addresses.ts";
import { setCover } from "./cover-queries.ts";
import { deleteCover, receiveCover } from "./cover-store.ts";
import { getQuest } from "./quest-queries.ts";

export type CoverServices = {
  db: Db;
  photoStore: PhotoStore;
  coverAddresses: CoverAddresses;
  uploadQuota: UploadQuota;
};

/**
 * Sets the quest's cover image and deletes the previous one.
 * @throws DomainError `quest_not_found`; `photo_…` for an invalid image
 */
export async function setQuestImage(
  services: CoverServices,
  { username, questId }: { username: string; questId: number },
  form: UnreadForm,
): Promise<Quest> {
  const { db, photoStore, coverAddresses, uploadQuota } = services;
  await getQuest(db, questId);
  const id = await receiveCover(form, photoStore, uploadQuota.begin(username));
  return replaceCover(services, questId, { id, address: coverAddresses.sign(id) });
}

/**
 * Removes the quest's image, uploaded or external.
 * @throws DomainError `quest_not_found`
 */
export function deleteQuestImage(services: CoverServices, questId: number): Promise<Quest> {
  return replaceCover(services, questId, undefined);
}

async function replaceCover(
  { db, photoStore }: CoverServices,
  questId: number,
  cover: { id: string; address: string } | undefined,
): Promise<Quest> {
  // If the row wasn't written, the nightly job deletes the new cover as an orphan.
  const previousId = await transaction(db, (tx) => setCover(tx, questId, cover));
  if (previousId !== undefined) await deleteCover(photoStore, previousId);
  return getQuest(db, questId);
}

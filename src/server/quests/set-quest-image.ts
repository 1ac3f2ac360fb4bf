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
 * Gives the quest a cover picture; the one before is deleted.
 * @throws DomainError `quest_not_found`; `photo_…` for a picture that cannot be taken
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

/** Leaves the quest without a picture, whether it was uploaded or lies elsewhere. @throws DomainError `quest_not_found` */
export function deleteQuestImage(services: CoverServices, questId: number): Promise<Quest> {
  return replaceCover(services, questId, undefined);
}

async function replaceCover(
  { db, photoStore }: CoverServices,
  questId: number,
  cover: { id: string; address: string } | undefined,
): Promise<Quest> {
  // A new cover whose row was not written after all is swept as an orphan.
  const previousId = await transaction(db, (tx) => setCover(tx, questId, cover));
  if (previousId !== undefined) await deleteCover(photoStore, previousId);
  return getQuest(db, questId);
}

import type { Quest } from "../../contract/quests.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { deleteIfRefused } from "../photos/store/delete-if-refused.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { CoverAddresses } from "./cover-addresses.ts";
import { coverKeysOf, deleteCover, receiveCover } from "./cover-store.ts";
import { getQuest } from "./quest-queries.ts";
import { recordQuestChange } from "./record-quest-change.ts";

export type CoverServices = {
  db: Db;
  photoStore: PhotoStore;
  coverAddresses: CoverAddresses;
  uploadQuota: UploadQuota;
};

type Cover = { id: string; address: string };
type Target = { username: string; questId: number };

/**
 * Sets the quest's cover image and deletes the previous one.
 * @throws DomainError `quest_not_found`; `photo_…` for an invalid image
 */
export async function setQuestImage(services: CoverServices, target: Target, form: UnreadForm): Promise<Quest> {
  const { db, photoStore, coverAddresses, uploadQuota } = services;
  await getQuest(db, target.questId);
  const id = await receiveCover(form, photoStore, uploadQuota.begin(target.username));
  return replaceCover(services, target, { id, address: coverAddresses.sign(id) });
}

/**
 * Removes the quest's image, uploaded or external.
 * @throws DomainError `quest_not_found`
 */
export function deleteQuestImage(services: CoverServices, target: Target): Promise<Quest> {
  return replaceCover(services, target, undefined);
}

async function replaceCover(
  { db, photoStore }: CoverServices,
  { username, questId }: Target,
  cover: Cover | undefined,
): Promise<Quest> {
  const setting = transaction(db, (tx) =>
    recordQuestChange(tx, { questId, person: username }, () => setCover(tx, questId, cover)),
  );
  const previousId = await deleteIfRefused(photoStore, cover ? coverKeysOf(cover.id) : [], setting);
  if (previousId !== undefined) await deleteCover(photoStore, previousId);
  return getQuest(db, questId);
}

/** Returns the previous cover's id. */
async function setCover(tx: Tx, questId: number, cover: Cover | undefined): Promise<string | undefined> {
  const before = await tx
    .selectFrom("quests")
    .select("cover_id")
    .where("id", "=", questId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new DomainError("quest_not_found");
  await tx
    .updateTable("quests")
    .set({ cover_id: cover?.id ?? null, quest_image: cover?.address ?? null })
    .where("id", "=", questId)
    .execute();
  return before.cover_id ?? undefined;
}

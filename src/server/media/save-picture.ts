import { randomUUID } from "node:crypto";
import type { SavedPicture } from "../../contract/pictures.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import type { RecordingCopies } from "../photos/derivatives/recording-copies.ts";
import { deleteIfRefused } from "../photos/store/delete-if-refused.ts";
import { newPhotoKey, type PhotoStore, storeBytes } from "../photos/store/photo-store.ts";
import { withFormPhoto } from "../photos/with-form-photo.ts";
import { insertPicture, pictureKey } from "./picture-queries.ts";

export type PictureServices = {
  db: Db;
  photoStore: PhotoStore;
  recordingCopies: RecordingCopies;
  uploadQuota: UploadQuota;
};

type Owner = {
  organizationId: number;
  username: string;
  /** The data point whose photo it is. */
  copyOf?: { questId: number; dataPointId: string };
};

/**
 * Stores the picture of a form's field `file`, small and without metadata. The original isn't kept.
 * @throws DomainError as `withFormPhoto`; `organization_not_found` by a constraint
 */
export function savePicture(
  services: Omit<PictureServices, "recordingCopies">,
  owner: Owner,
  form: UnreadForm,
): Promise<SavedPicture> {
  const { photoStore: store, uploadQuota } = services;
  const original = { field: "file", key: newPhotoKey(), store, share: uploadQuota.begin(owner.username) };
  return withFormPhoto(form, original, (path) => keepSmall(services, owner, path));
}

/** Stores a small picture of a local file. @throws PictureFaultError; `organization_not_found` by a constraint */
export async function keepSmall(
  { db, photoStore }: Pick<PictureServices, "db" | "photoStore">,
  { organizationId, username, copyOf }: Owner,
  path: string,
): Promise<SavedPicture> {
  const { bytes, width, height } = await pictureDecoders.renderSmall(path);
  const id = randomUUID();
  await storeBytes(photoStore, pictureKey(id), bytes);
  const origin = copyOf && { quest_id: copyOf.questId, quest_data_id: copyOf.dataPointId };
  const row = { id, organization_id: organizationId, width, height, created_by: username, ...origin };
  await deleteIfRefused(
    photoStore,
    [pictureKey(id)],
    transaction(db, (tx) => insertPicture(tx, row)),
  );
  return { id, width, height };
}

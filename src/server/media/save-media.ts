import { randomUUID } from "node:crypto";
import { soundBytesMax } from "../../contract/limits.ts";
import type { SavedPicture, SavedSound } from "../../contract/pictures.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import type { AudioFormat } from "../database/column-types.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import type { RecordingCopies } from "../photos/derivatives/recording-copies.ts";
import { receiveFile, withFormPhoto } from "../photos/receive-file.ts";
import { deleteIfRefused, newPhotoKey, type PhotoStore, storeBytes } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { insertPicture, insertSound, keysOfSound, pictureKey, soundKey } from "./media-queries.ts";

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

const formLimits = { fileBytes: soundBytesMax + 1, fields: 10 };

/**
 * Stores the sound of a form's field `file`, and its copy without metadata, which everybody may hear.
 * @throws DomainError as `receiveFile`; `audio_required` without one, `audio_unreadable` if it can't be copied;
 * `organization_not_found` by a constraint
 */
export async function saveSound(
  { db, photoStore: store, recordingCopies, uploadQuota }: PictureServices,
  { organizationId, username }: { organizationId: number; username: string },
  form: UnreadForm,
): Promise<SavedSound> {
  const id = randomUUID();
  const share = uploadQuota.begin(username);
  try {
    for await (const { file } of readFormFiles(form, "file", formLimits)) {
      const received = await receiveFile(file, {
        kind: "audio",
        bytesMax: soundBytesMax,
        store,
        key: soundKey(id),
        share,
      });
      const { seconds } = received;
      const format = received.format as AudioFormat;
      const row = { id, organization_id: organizationId, format, seconds, created_by: username };
      await deleteIfRefused(
        store,
        keysOfSound(id),
        copied(recordingCopies, id, format).then(() => transaction(db, (tx) => insertSound(tx, row))),
      );
      return { id, format, ...(seconds !== null && { seconds }) };
    }
    throw new DomainError("audio_required", { field: "file" });
  } finally {
    share.giveBack();
  }
}

/** @throws DomainError `audio_unreadable` */
async function copied(copies: RecordingCopies, id: string, format: AudioFormat): Promise<void> {
  try {
    await copies.make(soundKey(id), format);
  } catch (cause) {
    throw cause instanceof PictureFaultError ? new DomainError("audio_unreadable", { cause }) : cause;
  }
}

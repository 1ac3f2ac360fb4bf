import * as z from "zod/mini";
import { derivativesJobOf } from "../data-points/derivatives-job.ts";
import { findPhotoKey, photoColumns } from "../data-points/photo-queries.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { enqueueAll } from "../jobs/job-queue.ts";
import { deletePhoto } from "../photos/delete-photo.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { type ReceivedFile, receiveFile } from "../photos/receive-file.ts";
import { newPhotoKey, PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";

export const replaceOriginalJob = {
  name: "replace-original",
  /** `id` is the photo's id in its URL. */
  payload: z.object({ id: z.string(), key: z.string() }),
};

type Services = { db: Db; logger: DatabaseLogger; photoStore: PhotoStore; photoDerivatives: PhotoDerivatives };

export const makeReplaceOriginalHandler = (services: Services): JobHandler =>
  handleJobs(replaceOriginalJob, ({ id, key }) => replaceOriginal(services, id, key));

/** Replaces an original by its display copy, which has no metadata; without a copy the data point loses the photo. */
async function replaceOriginal(
  { db, logger, photoStore, photoDerivatives }: Services,
  id: string,
  key: string,
): Promise<void> {
  if ((await findPhotoKey(db, id)) === key) {
    const copy = await copyWithoutMetadata({ photoStore, photoDerivatives }, key);
    if (copy) await nameCopy(db, id, key, copy);
    else logger.warn({ photo: id }, "a photo of an erased user could not be copied and was deleted");
  }
  await deletePhoto(photoStore, key);
}

async function copyWithoutMetadata(
  { photoStore, photoDerivatives }: Pick<Services, "photoStore" | "photoDerivatives">,
  key: string,
): Promise<ReceivedFile | undefined> {
  try {
    const { stream } = await photoDerivatives.open(key, "display");
    return await receiveFile(stream, { store: photoStore, key: newPhotoKey() });
  } catch (error) {
    const isGone = error instanceof PhotoNotFoundError;
    if (isGone || (error instanceof DomainError && error.code === "photo_unreadable")) return undefined;
    throw error;
  }
}

async function nameCopy(db: Db, id: string, key: string, copy: ReceivedFile): Promise<void> {
  await transaction(db, async (tx) => {
    const { exif_latitude: _, exif_longitude: __, exif_taken_at: ___, ...columns } = photoColumns(copy);
    // One of these tables has the key.
    for (const table of ["quest_data", "quest_data_photos", "former_photos"] as const) {
      await tx.updateTable(table).set(columns).where("photo_key", "=", key).execute();
    }
    await tx.updateTable("photo_signatures").set({ photo_key: copy.key }).where("photo_key", "=", key).execute();
    await enqueueAll(tx, [derivativesJobOf(id)]);
  });
}

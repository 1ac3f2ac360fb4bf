import type { QuestDataPoint, UploadFields } from "../../contract/data-points.ts";
import { DomainError } from "../../contract/errors.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";
import { enqueueIdentification } from "../plant-identification/plant-id-queue.ts";
import type { Services } from "../processes/services.ts";
import { findDataPoint, insertDataPoint, toDataPoint } from "./data-point-queries.ts";
import { requireSameOwner } from "./data-point-rules.ts";

export type NewDataPoint = {
  id: string;
  username: string;
  questId: number;
  fields: UploadFields;
  photo: ReceivedPhoto;
};

type Stores = Pick<Services, "db" | "photoStore" | "photoAddresses" | "jobs"> & {
  plantIdentifier: Pick<Services["plantIdentifier"], "isConfigured">;
};

/**
 * Makes a data point of a photo that is in the store already: one transaction inserts the row and the work to do
 * after it. Two requests with one id end in one data point; the photo of the later is removed.
 * @throws DomainError `photo_checksum_mismatch`, `data_point_id_taken`
 */
export async function storeDataPoint(services: Stores, point: NewDataPoint): Promise<QuestDataPoint> {
  const { db, photoStore, photoAddresses, plantIdentifier, jobs } = services;
  const { id, username, questId, fields, photo } = point;
  if (fields.sha256 && fields.sha256.toLowerCase() !== photo.sha256) {
    throw new DomainError("photo_checksum_mismatch", "The photo did not arrive as it was sent. Send it again.");
  }
  const { exif } = photo;
  const inserted = await transaction(db, async (tx) => {
    const row = await insertDataPoint(tx, {
      id,
      username,
      questId,
      fields,
      photo: {
        ...photo,
        exif: { latitude: exif.latitude ?? null, longitude: exif.longitude ?? null, takenAt: exif.takenAt ?? null },
      },
    });
    if (row) {
      await enqueue(tx, "make-derivatives", { id }, { uniqueKey: `make-derivatives:${id}` });
      await enqueueIdentification(tx, plantIdentifier, { id, questId });
    }
    return row;
  });
  if (inserted) {
    jobs.wake();
    return toDataPoint(inserted, photoAddresses);
  }
  await photoStore.delete(photo.key);
  const stored = await findDataPoint(db, photoAddresses, id);
  if (!stored) throw new Error(`data point ${id} is gone right after it was stored`);
  requireSameOwner(stored, username, questId);
  return stored;
}

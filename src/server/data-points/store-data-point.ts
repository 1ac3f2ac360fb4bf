import type { QuestDataPoint, UploadFields } from "../../contract/data-points.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { lockParticipation } from "../participations/get-participation.ts";
import { requireCollecting } from "../participations/participation-rules.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findDataPoint, insertDataPoint } from "./data-point-queries.ts";
import { requireSameBytes, requireSameOwner } from "./data-point-rules.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { enqueueIdentification } from "./plant-identification-job.ts";

export type NewDataPoint = {
  id: string;
  username: string;
  questId: number;
  fields: UploadFields;
  /** What was measured, by the keys of the protocol's fields. */
  values: Values;
  photo: ReceivedPhoto;
};

export type StoreDataPointServices = {
  db: Db;
  photoAddresses: PhotoAddresses;
  plantIdentifier: { isConfigured: boolean };
  /** Told after the commit that there is work. */
  jobs: { wake(): void };
};

/**
 * Makes a data point of a photo that is in the store already: one transaction inserts the row and the work to do
 * after it. Of two requests with one id the later gets the data point of the earlier; its own photo is then nobody's.
 * Whether the adventurer is still collecting is asked again here, where completing has to wait for the answer.
 * @throws DomainError `photo_checksum_mismatch`, `data_point_id_taken`, `not_joined`, `quest_completed`, `quest_closed`
 */
export async function storeDataPoint(
  { db, photoAddresses, plantIdentifier, jobs }: StoreDataPointServices,
  point: NewDataPoint,
): Promise<{ dataPoint: QuestDataPoint; isNew: boolean }> {
  const { id, username, questId, fields, values, photo } = point;
  requireSameBytes(photo, fields.sha256);
  const { exif } = photo;
  const inserted = await transaction(db, async (tx) => {
    const row = await insertDataPoint(tx, {
      id,
      username,
      questId,
      fields,
      values,
      photo: {
        ...photo,
        exif: { latitude: exif.latitude ?? null, longitude: exif.longitude ?? null, takenAt: exif.takenAt ?? null },
      },
    });
    if (row) {
      requireCollecting(await lockParticipation(tx, username, questId));
      await enqueue(tx, "make-derivatives", { id }, { uniqueKey: `make-derivatives:${id}` });
      await enqueueIdentification(tx, plantIdentifier, { id, questId });
    }
    return row;
  });
  if (inserted) {
    jobs.wake();
    return { dataPoint: describeDataPoint(inserted, photoAddresses), isNew: true };
  }
  const stored = await findDataPoint(db, id);
  if (!stored) throw new Error(`data point ${id} is gone right after it was stored`);
  requireSameOwner(stored, username, questId);
  return { dataPoint: describeDataPoint(stored, photoAddresses), isNew: false };
}

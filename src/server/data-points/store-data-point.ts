import { randomUUID } from "node:crypto";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { evidenceJobOf } from "../evidence/evidence-jobs.ts";
import { enqueueAll } from "../jobs/job-queue.ts";
import { admitDataPoint } from "../participations/admit-data-point.ts";
import { lockParticipation } from "../participations/get-participation.ts";
import { isCollecting } from "../participations/participation-rules.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { requireNotDeleted } from "./change-queries.ts";
import { type DataPointValues, findDataPoint, insertDataPoint } from "./data-point-queries.ts";
import { type AskedForm, correctCapturedAt, ownPhotoPart, partOfField, requireSameOwner } from "./data-point-rules.ts";
import { derivativesJobOf } from "./derivatives-job.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import type { FieldPhoto } from "./photo-queries.ts";
import { identificationJobOf } from "./plant-identification-job.ts";

export type NewDataPoint = Pick<DataPointValues, "id" | "username" | "questId" | "facts" | "values"> & {
  /** What it was measured under. */
  form: AskedForm;
  /** By file part: `file`, `photo:KEY`. */
  photos: ReadonlyMap<string, ReceivedPhoto>;
  /** Whether the plant on its first photo is to be identified. */
  wantsPlantId: boolean;
};

export type StoreDataPointServices = {
  db: Db;
  photoAddresses: PhotoAddresses;
  /** Told after the commit that there is work. */
  jobs: { wake(): void };
};

/**
 * Makes a data point of photos that are in the store already: one transaction inserts the rows and the work to do
 * after it. Of two requests with one id the later gets the data point of the earlier; its own photos are then nobody's.
 * Whether the adventurer is still collecting is asked again here, where completing has to wait for the answer.
 * @throws DomainError `data_point_id_taken`, `data_point_deleted`, `not_joined`, `quest_completed`, `quest_closed`
 */
export async function storeDataPoint(
  { db, photoAddresses, jobs }: StoreDataPointServices,
  point: NewDataPoint,
): Promise<{ dataPoint: QuestDataPoint; isNew: boolean }> {
  const { id, username, questId, form, photos, wantsPlantId } = point;
  const photo = photos.get(ownPhotoPart);
  const fieldPhotos = fieldPhotosOf(form.protocol, photos);
  const photoIds = [...(photo ? [id] : []), ...fieldPhotos.map((each) => each.id)];
  const capturedAt = correctCapturedAt(point.facts, new Date());
  const inserted = await transaction(db, async (tx) => {
    const participation = await lockParticipation(tx, username, questId);
    await requireNotDeleted(tx, id, username);
    // The same id, sent at the same time, may have been in time.
    if (!isCollecting(participation) && (await findDataPoint(tx, id))) return undefined;
    const { isLate } = await admitDataPoint(tx, questId, participation, capturedAt);
    const protocolVersion = form.version;
    const row = await insertDataPoint(tx, { ...point, capturedAt, isLate, protocolVersion, photo, fieldPhotos });
    if (row) {
      await enqueueAll(tx, [
        ...photoIds.map(derivativesJobOf),
        evidenceJobOf(id),
        ...(wantsPlantId && photoIds.length > 0 ? [identificationJobOf(id)] : []),
      ]);
    }
    return row;
  });
  if (inserted) {
    jobs.wake();
    return { dataPoint: describeDataPoint(inserted, photoAddresses), isNew: true };
  }
  const stored = await findDataPoint(db, id);
  if (!stored) {
    await requireNotDeleted(db, id, username);
    throw new Error(`data point ${id} is gone right after it was stored`);
  }
  requireSameOwner(stored, username, questId);
  return { dataPoint: describeDataPoint(stored, photoAddresses), isNew: false };
}

function fieldPhotosOf({ fields }: Protocol, photos: ReadonlyMap<string, ReceivedPhoto>): FieldPhoto[] {
  return fields.flatMap(({ key }) => {
    const photo = photos.get(partOfField(key));
    return photo ? [{ id: randomUUID(), key, photo }] : [];
  });
}

import { randomUUID } from "node:crypto";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { evidenceJobOf } from "../evidence/evidence-jobs.ts";
import { admitDataPoint } from "../participations/admit-data-point.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import type { Participation } from "../participations/participation-queries.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { type AskedForm, correctCapturedAt, ownPhotoPart, partOfField } from "./data-point-rules.ts";
import { derivativesJobOf } from "./derivatives-job.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { findSent } from "./find-sent.ts";
import { type DataPointValues, insertDataPoint } from "./insert-data-point.ts";
import type { FieldPhoto } from "./photo-queries.ts";
import { identificationJobOf } from "./plant-identification-job.ts";

export type NewDataPoint = Pick<DataPointValues, "id" | "username" | "questId" | "facts" | "values"> & {
  /** As it was read; it is read here where it was not. */
  participation?: Participation;
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

/** `isNew` is false for one that had been sent before; then no row names the photos that came. */
export type StoredDataPoint = { dataPoint: QuestDataPoint; isNew: boolean };

/**
 * Makes a data point of photos that are in the store already. Of two requests with one id the later gets the data point of the
 * earlier. If the participation changes meanwhile (completed, or a data point of it deleted), or the quest's status, it is decided
 * again whether the data point may come.
 * @throws DomainError `data_point_id_taken`, `data_point_deleted`, `not_joined`, `quest_completed`, `quest_closed`
 */
export async function storeDataPoint(services: StoreDataPointServices, point: NewDataPoint): Promise<StoredDataPoint> {
  const { db, photoAddresses, jobs } = services;
  const { id, username, questId, form, photos, wantsPlantId } = point;
  const photo = photos.get(ownPhotoPart);
  const fieldPhotos = fieldPhotosOf(form.protocol, photos);
  const photoIds = [...(photo ? [id] : []), ...fieldPhotos.map((each) => each.id)];
  const work = [
    ...photoIds.map(derivativesJobOf),
    evidenceJobOf(id),
    ...(wantsPlantId && photoIds.length > 0 ? [identificationJobOf(id)] : []),
  ];
  const capturedAt = correctCapturedAt(point.facts, new Date());
  let participation = point.participation;
  for (;;) {
    participation ??= await requireParticipation(db, username, questId);
    const { isLate } = await admitDataPoint(db, questId, participation, capturedAt);
    const values = { ...point, capturedAt, isLate, protocolVersion: form.version, photo, fieldPhotos };
    const inserted = await insertDataPoint(db, values, participation, work);
    if (inserted) {
      jobs.wake();
      return { dataPoint: describeDataPoint(inserted, photoAddresses), isNew: true };
    }
    const sentBefore = await findSent(services, point);
    if (sentBefore) return { dataPoint: sentBefore, isNew: false };
    participation = undefined;
  }
}

function fieldPhotosOf({ fields }: Protocol, photos: ReadonlyMap<string, ReceivedPhoto>): FieldPhoto[] {
  return fields.flatMap(({ key }) => {
    const photo = photos.get(partOfField(key));
    return photo ? [{ id: randomUUID(), key, photo }] : [];
  });
}

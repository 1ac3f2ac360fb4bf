import { randomUUID } from "node:crypto";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import { inFormOrder } from "../../protocol/places.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { evidenceJobOf } from "../evidence/evidence-jobs.ts";
import { admitDataPoint } from "../participations/admit-data-point.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import type { Participation } from "../participations/participation-queries.ts";
import type { ReceivedFile } from "../photos/receive-file.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { requireStation } from "../stations/require-station.ts";
import { type AskedForm, correctCapturedAt, ownPhotoPath } from "./data-point-rules.ts";
import { derivativesJobOf } from "./derivatives-job.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { findSent, requireSameValues } from "./find-sent.ts";
import { type DataPointValues, insertDataPoint } from "./insert-data-point.ts";
import type { FieldFile } from "./photo-queries.ts";
import { identificationJobOf } from "./plant-identification-job.ts";

export type NewDataPoint = Pick<DataPointValues, "id" | "username" | "questId" | "facts" | "values"> & {
  /** Read here if absent. */
  participation?: Participation;
  form: AskedForm;
  /** Digest of the values as they were sent, see `digestOfSent`. */
  sentSha256?: Buffer | undefined;
  /** By path; `file` is its own photo. */
  files: ReadonlyMap<string, ReceivedFile>;
  /** The plant on its first photo will be identified. */
  wantsPlantId: boolean;
};

export type StoreDataPointServices = {
  db: Db;
  photoAddresses: PhotoAddresses;
  jobs: { wake(): void };
};

/** `isNew` is false if it was sent before; its new files are orphans then. */
export type StoredDataPoint = { dataPoint: QuestDataPoint; isNew: boolean };

/**
 * Stores a data point whose files are in the store. If two requests have the same id, the later one returns the data
 * point of the earlier. If participation or quest status change meanwhile, the rules are checked again.
 * @throws DomainError `data_point_id_taken`, `data_point_deleted`, `not_joined`, `quest_completed`, `quest_closed`, `station_…`
 */
export async function storeDataPoint(services: StoreDataPointServices, point: NewDataPoint): Promise<StoredDataPoint> {
  const { db, photoAddresses, jobs } = services;
  const { id, username, questId, form, files, wantsPlantId } = point;
  const photo = files.get(ownPhotoPath);
  const fieldFiles = fieldFilesOf(form.protocol, files);
  const photosOfFields = fieldFiles.filter(({ file }) => file.kind === "photo");
  const photoIds = [...(photo ? [id] : []), ...photosOfFields.map((each) => each.id)];
  const work = [
    ...photoIds.map(derivativesJobOf),
    evidenceJobOf(id),
    ...(wantsPlantId && photoIds.length > 0 ? [identificationJobOf(id)] : []),
  ];
  const capturedAt = correctCapturedAt(point.facts, new Date());
  let participation = point.participation;
  for (;;) {
    participation ??= await requireParticipation(db, username, questId);
    await requireStation(db, { questId, stationId: point.facts.station_id }, capturedAt);
    const { isLate } = await admitDataPoint(db, questId, participation, capturedAt);
    const values = {
      ...point,
      sentSha256: point.sentSha256,
      capturedAt,
      isLate,
      protocolVersion: form.version,
      photo,
      fieldFiles,
    };
    const known = participation;
    const inserted = await transaction(db, (tx) => insertDataPoint(tx, values, known, work));
    if (inserted) {
      jobs.wake();
      return { dataPoint: describeDataPoint(inserted, photoAddresses), isNew: true };
    }
    const sentBefore = await findSent(services, point);
    if (sentBefore) return { dataPoint: requireSameValues(sentBefore, point.sentSha256), isNew: false };
    participation = undefined;
  }
}

function fieldFilesOf({ fields }: Protocol, files: ReadonlyMap<string, ReceivedFile>): FieldFile[] {
  const paths = [...files.keys()].filter((path) => path !== ownPhotoPath);
  return inFormOrder(fields, paths).flatMap((key) => {
    const file = files.get(key);
    return file ? [{ id: randomUUID(), key, file }] : [];
  });
}

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { QuestDataPoint, UploadFacts } from "../../contract/data-points.ts";
import type { Protocol, Values } from "../../protocol/field.ts";
import { inFormOrder } from "../../protocol/places.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { evidenceJobOf } from "../evidence/evidence-jobs.ts";
import { enqueueSql, type NewJob } from "../jobs/job-queue.ts";
import { admitDataPoint, requireParticipation } from "../participations/get-participation.ts";
import type { Participation } from "../participations/participation-queries.ts";
import type { ReceivedFile } from "../photos/receive-file.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { requireStation, stationNameOf } from "../stations/station-queries.ts";
import { findTracesOf } from "./change-queries.ts";
import { type DataPointRow, dataPointColumns, findDataPoint, type OwnDataPoint } from "./data-point-queries.ts";
import { type AskedForm, correctCapturedAt, ownPhotoPath } from "./data-point-rules.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { derivativesJobOf } from "./file-jobs.ts";
import { type FieldFile, insertFilesSql, photoColumns } from "./photo-queries.ts";
import { identificationJobOf } from "./plant-identification-job.ts";

/** A data point that was sent before, as it is now. `sentSha256` tells what was sent first; null if nobody noted it. */
export type SentBefore = { dataPoint: QuestDataPoint; sentSha256: Buffer | null };

/**
 * The data point with this id, if it was sent before.
 * @throws DomainError `data_point_id_taken`, `data_point_deleted`
 */
export async function findSent(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  { id, username, questId }: OwnDataPoint,
): Promise<SentBefore | undefined> {
  const { isHere, wasDeleted, sentSha256 } = await findTracesOf(db, id, username);
  const row = isHere ? await findDataPoint(db, id) : undefined;
  if (!row) {
    if (wasDeleted) throw new DomainError("data_point_deleted");
    return undefined;
  }
  if (row.adventurer_id !== username || row.quest_id !== questId) throw new DomainError("data_point_id_taken");
  return { dataPoint: describeDataPoint(row, photoAddresses), sentSha256 };
}

/**
 * Sent again, a data point has the values of the first time: with others it would be lost without a word.
 * @throws DomainError `data_point_id_taken`
 */
export function requireSameValues(before: SentBefore, sentSha256: Buffer | undefined): QuestDataPoint {
  if (before.sentSha256 && sentSha256 && !before.sentSha256.equals(sentSha256)) {
    throw new DomainError("data_point_id_taken.otherValues", { field: "id" });
  }
  return before.dataPoint;
}

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

type DataPointValues = {
  id: string;
  username: string;
  questId: number;
  /** Null: the specification's form. */
  protocolVersion: number | null;
  facts: UploadFacts;
  /** By the server's clock; null if unknown. */
  capturedAt: Date | null;
  isLate: boolean;
  /** Become `additional_data`. */
  values: Values;
  photo: ReceivedFile | undefined;
  fieldFiles: readonly FieldFile[];
  sentSha256: Buffer | undefined;
};

/**
 * Inserts a data point, its files and its jobs in one statement. Returns undefined if the id is taken, or if
 * participation or quest status changed since they were read.
 */
async function insertDataPoint(
  db: Db,
  point: DataPointValues,
  participation: Participation,
  jobs: readonly NewJob[],
): Promise<DataPointRow | undefined> {
  const { fieldFiles } = point;
  const columns = columnsOf(point);
  const names = (columnNames: readonly string[]) => sql.join(columnNames.map((name) => sql.ref(name)));
  const { rows } = await sql<Omit<DataPointRow, "field_files">>`
    WITH participation AS (
      SELECT FROM adventurer_quests a JOIN quests q ON q.id = a.quest_id
      WHERE a.adventurer_id = ${point.username} AND a.quest_id = ${point.questId}
        AND a.xmin = ${participation.row_version}::xid AND q.quest_status = ${participation.quest_status}
      FOR SHARE OF a),
    point AS (
      INSERT INTO quest_data (${names(Object.keys(columns))})
      SELECT ${sql.join(Object.values(columns))} FROM participation
      ON CONFLICT (id) DO NOTHING RETURNING ${names(dataPointColumns)}),
    photos AS (${insertFilesSql(fieldFiles, sql`point`)}),
    work AS (${enqueueSql(jobs, sql`point`)})
    SELECT *, NULL AS decision, NULL AS comment, NULL AS reviewed_by, NULL AS reviewed_at,
      ${stationNameOf("point")} AS station
    FROM point`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const field_files = fieldFiles.map(({ id, key, file }) => {
    const { kind, sha256, format, sizeBytes: bytes, seconds } = file;
    return { id, key, kind, sha256, format, bytes, seconds, unreadable_at: null };
  });
  return { ...row, field_files };
}

function columnsOf({ facts, photo, ...point }: DataPointValues) {
  return {
    id: point.id,
    adventurer_id: point.username,
    quest_id: point.questId,
    protocol_version: point.protocolVersion,
    latitude: facts.latitude,
    longitude: facts.longitude,
    accuracy: facts.accuracy ?? null,
    fixed_at: facts.fixed_at === undefined ? null : new Date(facts.fixed_at),
    position_source: facts.position_source ?? "device",
    captured_at: point.capturedAt,
    captured_at_device: facts.captured_at === undefined ? null : new Date(facts.captured_at),
    clock_offset: facts.clock_offset ?? null,
    late: point.isLate,
    fixes: JSON.stringify(facts.fixes ?? []),
    spacing_reason: facts.spacing_reason?.trim() || null,
    station_id: facts.station_id ?? null,
    additional_data: JSON.stringify(point.values),
    sent_sha256: point.sentSha256 ?? null,
    ...(photo && photoColumns(photo)),
  };
}

import { sql } from "kysely";
import type { UploadFacts } from "../../contract/data-points.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { enqueueSql, type NewJob } from "../jobs/job-queue.ts";
import type { Participation } from "../participations/participation-queries.ts";
import type { ReceivedFile } from "../photos/receive-file.ts";
import { stationNameOf } from "../stations/station-queries.ts";
import { type DataPointRow, dataPointColumns } from "./data-point-queries.ts";
import { type FieldFile, insertFilesSql, photoColumns } from "./photo-queries.ts";

export type DataPointValues = {
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
export async function insertDataPoint(
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

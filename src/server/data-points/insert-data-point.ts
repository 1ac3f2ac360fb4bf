import { sql } from "kysely";
import type { UploadFacts } from "../../contract/data-points.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { enqueueSql, type NewJob } from "../jobs/job-queue.ts";
import type { Participation } from "../participations/participation-queries.ts";
import type { ReceivedPhoto } from "../photos/receive-photo.ts";
import type { DataPointRow } from "./data-point-queries.ts";
import { type FieldPhoto, insertPhotosSql, photoColumns } from "./photo-queries.ts";

export type DataPointValues = {
  id: string;
  username: string;
  questId: number;
  /** Null: the specification's form. */
  protocolVersion: number | null;
  facts: UploadFacts;
  /** By the server's clock; null where nobody said. */
  capturedAt: Date | null;
  /** Whether it arrived after the end. */
  isLate: boolean;
  /** They become its `additional_data`. */
  values: Values;
  /** Of the data point itself. */
  photo: ReceivedPhoto | undefined;
  fieldPhotos: readonly FieldPhoto[];
};

const returned = sql.raw(
  "id, data_type, latitude, longitude, adventurer_id, quest_id, protocol_version, additional_data, accuracy, fixed_at, " +
    "position_source, photo_sha256, created_at, captured_at, late, edited_at, revision, photo_id",
);

/**
 * Inserts a data point, its photos and the work to do after it: one statement, which is a transaction of its own. Returns its row;
 * undefined where its id is taken, or where the participation or the quest's status is no longer as it was read.
 */
export async function insertDataPoint(
  db: Db,
  point: DataPointValues,
  participation: Participation,
  jobs: readonly NewJob[],
): Promise<DataPointRow | undefined> {
  const { fieldPhotos } = point;
  const columns = columnsOf(point);
  const { rows } = await sql<Omit<DataPointRow, "field_photos">>`
    WITH participation AS (
      SELECT FROM adventurer_quests a JOIN quests q ON q.id = a.quest_id
      WHERE a.adventurer_id = ${point.username} AND a.quest_id = ${point.questId}
        AND a.xmin = ${participation.row_version}::xid AND q.quest_status = ${participation.quest_status}
      FOR SHARE OF a),
    point AS (
      INSERT INTO quest_data (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      SELECT ${sql.join(Object.values(columns))} FROM participation
      ON CONFLICT (id) DO NOTHING RETURNING ${returned}),
    photos AS (${insertPhotosSql(fieldPhotos, sql`point`)}),
    work AS (${enqueueSql(jobs, sql`point`)})
    SELECT *, NULL AS photo_unreadable_at, NULL AS decision, NULL AS comment, NULL AS reviewed_by, NULL AS reviewed_at
    FROM point`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const field_photos = fieldPhotos.map(({ id, key, photo: { sha256 } }) => ({ id, key, sha256, unreadable_at: null }));
  return { ...row, field_photos };
}

function columnsOf({
  id,
  username,
  questId,
  protocolVersion,
  facts,
  capturedAt,
  isLate,
  values,
  photo,
}: DataPointValues) {
  return {
    id,
    adventurer_id: username,
    quest_id: questId,
    protocol_version: protocolVersion,
    latitude: facts.latitude,
    longitude: facts.longitude,
    accuracy: facts.accuracy ?? null,
    fixed_at: facts.fixed_at === undefined ? null : new Date(facts.fixed_at),
    position_source: facts.position_source ?? "device",
    captured_at: capturedAt,
    captured_at_device: facts.captured_at === undefined ? null : new Date(facts.captured_at),
    clock_offset: facts.clock_offset ?? null,
    late: isLate,
    fixes: JSON.stringify(facts.fixes ?? []),
    spacing_reason: facts.spacing_reason?.trim() || null,
    additional_data: JSON.stringify(values),
    ...(photo && photoColumns(photo)),
  };
}

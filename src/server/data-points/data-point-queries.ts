import { sql } from "kysely";
import type { PositionSource } from "../../contract/enums.ts";
import type { FileKind, Values } from "../../protocol/field.ts";
import type { Db, Tx } from "../database/connection.ts";
import { instantOfMicroseconds, microsecondsOf } from "../database/list-parts.ts";
import { fileKindOf } from "../photos/formats/file-formats.ts";
import { stationNameOf } from "../stations/station-queries.ts";
import type { StoredFile } from "./photo-queries.ts";

/** A data point with its files and the decision that counts. */
export type DataPointRow = Awaited<ReturnType<ReturnType<typeof selectDataPoints>["executeTakeFirstOrThrow"]>>;

export const dataPointColumns = [
  "id",
  "data_type",
  "latitude",
  "longitude",
  "adventurer_id",
  "quest_id",
  "protocol_version",
  "additional_data",
  "accuracy",
  "fixed_at",
  "position_source",
  "photo_sha256",
  "created_at",
  "captured_at",
  "late",
  "edited_at",
  "revision",
  "photo_id",
  "photo_unreadable_at",
  "station_id",
] as const;

type FieldFileRow = StoredFile & { key: string; kind: FileKind; unreadable_at: string | null };

/** In the protocol's order; null for the specification's form, which has no fields with files. */
const fieldFilesOf = sql<FieldFileRow[] | null>`CASE WHEN d.protocol_version IS NOT NULL THEN (
  SELECT json_agg(json_build_object('id', p.id, 'key', p.key, 'kind', ${fileKindOf("p")}, 'sha256', p.photo_sha256,
    'format', p.photo_format, 'bytes', p.photo_bytes, 'seconds', p.audio_seconds,
    'unreadable_at', p.photo_unreadable_at, 'copy_failed_at', p.copy_failed_at) ORDER BY p.position)
  FROM quest_data_photos p WHERE p.quest_data_id = d.id) END`.as("field_files");

/** `r`: the decision that counts for the data point `d`, if there is one. */
export function newestReview(db: Db) {
  return db
    .selectFrom("reviews")
    .select(["decision", "comment", "reviewed_by", "reviewed_at"])
    .where(sql<boolean>`quest_data_id = d.id AND d.review_decision IS NOT NULL`)
    .where("undone_at", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .as("r");
}

export function selectDataPoints(db: Db) {
  return db
    .selectFrom("quest_data as d")
    .leftJoinLateral(newestReview(db), (join) => join.onTrue())
    .select(dataPointColumns.map((column) => `d.${column}` as const))
    .select(["r.decision", "r.comment", "r.reviewed_by", "r.reviewed_at", fieldFilesOf])
    .select(stationNameOf("d").as("station"));
}

/** The end of a batch, in microseconds. */
type LastPoint = { id: string; createdAt: string };

export type Batch = { rows: DataPointRow[]; last: LastPoint | undefined };

export type BatchRequest = { after: LastPoint | undefined; limit: number };

export function listDataPoints(db: Db, username: string, questId: number, batch: BatchRequest): Promise<Batch> {
  const points = selectDataPoints(db).where("d.adventurer_id", "=", username).where("d.quest_id", "=", questId);
  return readBatch(points, batch);
}

export function listDataPointsOfQuest(db: Db, questId: number, batch: BatchRequest): Promise<Batch> {
  return readBatch(selectDataPoints(db).where("d.quest_id", "=", questId), batch);
}

async function readBatch(points: ReturnType<typeof selectDataPoints>, { after, limit }: BatchRequest): Promise<Batch> {
  const rows = await points
    .select(microsecondsOf("d.created_at").as("created_at_microseconds"))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(d.created_at, d.id) > (${instantOfMicroseconds(after?.createdAt ?? "0")}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy("d.created_at")
    .orderBy("d.id")
    .limit(limit)
    .execute();
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { rows, last: last && { id: last.id, createdAt: last.created_at_microseconds } };
}

/** All data points of quests with few, oldest first. */
export function listDataPointsOfQuests(db: Db, questIds: readonly number[]): Promise<DataPointRow[]> {
  return selectDataPoints(db)
    .where(sql<boolean>`d.quest_id = ANY (${questIds}::integer[])`)
    .orderBy("d.created_at")
    .orderBy("d.id")
    .execute();
}

/** Counts the data points of each quest up to `max`, in the order of the ids. */
export async function countDataPointsUpTo(db: Db, questIds: readonly number[], max: number): Promise<number[]> {
  const query = sql<{ count: number }>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM quest_data d WHERE d.quest_id = q.id LIMIT ${max}) s) AS count
    FROM unnest(${questIds}::integer[]) WITH ORDINALITY AS q (id, position) ORDER BY q.position`;
  return (await query.execute(db)).rows.map(({ count }) => count);
}

export function findDataPoint(db: Db, id: string): Promise<DataPointRow | undefined> {
  return selectDataPoints(db).where("d.id", "=", id).executeTakeFirst();
}

export type OwnDataPoint = { id: string; username: string; questId: number };

export type LockedDataPoint = NonNullable<Awaited<ReturnType<typeof lockOwnDataPoint>>>;

export function lockOwnDataPoint(tx: Tx, { id, username, questId }: OwnDataPoint) {
  return tx
    .selectFrom("quest_data")
    .select(["latitude", "longitude", "accuracy", "position_source", "additional_data", "captured_at"])
    .select(["review_decision", "photo_key", "photo_sha256"])
    .where("id", "=", id)
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .forUpdate()
    .executeTakeFirst();
}

export type Position = {
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_source: PositionSource;
};

/** Sets what is given. A new position has no time of a fix. */
export async function setEdited(
  tx: Tx,
  id: string,
  { values, position }: { values: Values | undefined; position: Position | undefined },
): Promise<void> {
  await tx
    .updateTable("quest_data")
    .set({
      ...(values && { additional_data: JSON.stringify(values) }),
      ...(position && { ...position, fixed_at: null }),
      edited_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

export async function setPlantIdData(db: Db, id: string, plantIdData: unknown): Promise<void> {
  await db
    .updateTable("quest_data")
    .set({
      additional_data: sql`additional_data || jsonb_build_object('plant_id_data', ${JSON.stringify(plantIdData)}::jsonb)`,
    })
    .where("id", "=", id)
    .execute();
}

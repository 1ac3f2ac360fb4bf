import { sql } from "kysely";
import type { AdditionalData } from "../../contract/data-points.ts";
import type { PositionSource, ReviewDecision } from "../../contract/enums.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db, Tx } from "../database/connection.ts";
import { instantOfMicroseconds, microsecondsOf } from "../database/list-parts.ts";

/** A data point with the newest word of its reviewers. */
export type DataPointRow = {
  id: string;
  data_type: string;
  latitude: number;
  longitude: number;
  adventurer_id: string;
  quest_id: number;
  /** Null: the specification's form, which has no fields for photos. */
  protocol_version: number | null;
  additional_data: AdditionalData;
  accuracy: number | null;
  fixed_at: Date | null;
  position_source: PositionSource;
  /** Of the data point itself; null where it has no such photo. */
  photo_sha256: string | null;
  /** Those that fields asked for, in the protocol's order. */
  field_photos: { id: string; key: string; sha256: string; unreadable_at: string | null }[] | null;
  created_at: Date;
  captured_at: Date | null;
  late: boolean;
  edited_at: Date | null;
  revision: number;
  /** The name of its own photo in addresses; null: its id. */
  photo_id: string | null;
  /** Since when it is known that no picture can be made of its own photo. */
  photo_unreadable_at: Date | null;
  /** Of this revision; all null while it waits. */
  decision: ReviewDecision | null;
  comment: string | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
};

const fieldPhotosOf = sql<DataPointRow["field_photos"]>`CASE WHEN d.protocol_version IS NOT NULL THEN (
  SELECT json_agg(json_build_object('id', p.id, 'key', p.key, 'sha256', p.photo_sha256,
    'unreadable_at', p.photo_unreadable_at) ORDER BY p.position)
  FROM quest_data_photos p WHERE p.quest_data_id = d.id) END`.as("field_photos");

/** `r`, the decision that counts of the data point `d`; none while it waits. */
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

/** Data points, to be narrowed by whoever asks. */
export function selectDataPoints(db: Db) {
  return db
    .selectFrom("quest_data as d")
    .leftJoinLateral(newestReview(db), (join) => join.onTrue())
    .select([
      "d.id",
      "d.data_type",
      "d.latitude",
      "d.longitude",
      "d.adventurer_id",
      "d.quest_id",
      "d.protocol_version",
      "d.additional_data",
      "d.accuracy",
      "d.fixed_at",
      "d.position_source",
      "d.photo_sha256",
      "d.created_at",
      "d.captured_at",
      "d.late",
      "d.edited_at",
      "d.revision",
      "d.photo_id",
      "d.photo_unreadable_at",
      "r.decision",
      "r.comment",
      "r.reviewed_by",
      "r.reviewed_at",
      fieldPhotosOf,
    ]);
}

/** Where a batch of data points ended, as exactly as PostgreSQL keeps it. */
type LastPoint = { id: string; createdAt: string };

type Batch = { rows: DataPointRow[]; last: LastPoint | undefined };

type BatchRequest = { after: LastPoint | undefined; limit: number };

/** A batch of the adventurer's data points of one quest, the oldest first. */
export function listDataPoints(db: Db, username: string, questId: number, batch: BatchRequest): Promise<Batch> {
  const points = selectDataPoints(db).where("d.adventurer_id", "=", username).where("d.quest_id", "=", questId);
  return readBatch(points, batch);
}

/** A batch of everybody's data points of one quest, the oldest first. */
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

/** All data points of quests that have few, by quest, the oldest first. */
export function listDataPointsOfQuests(db: Db, questIds: readonly number[]): Promise<DataPointRow[]> {
  return selectDataPoints(db)
    .where(sql<boolean>`d.quest_id = ANY (${questIds}::integer[])`)
    .orderBy("d.created_at")
    .orderBy("d.id")
    .execute();
}

/** How many data points each of the quests has, counted up to `max`; in the order of the ids. */
export async function countDataPointsUpTo(db: Db, questIds: readonly number[], max: number): Promise<number[]> {
  const query = sql<{ count: number }>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM quest_data d WHERE d.quest_id = q.id LIMIT ${max}) s) AS count
    FROM unnest(${questIds}::integer[]) WITH ORDINALITY AS q (id, position) ORDER BY q.position`;
  return (await query.execute(db)).rows.map(({ count }) => count);
}

export function findDataPoint(db: Db, id: string): Promise<DataPointRow | undefined> {
  return selectDataPoints(db).where("d.id", "=", id).executeTakeFirst();
}

/** Which data point of whom. */
export type OwnDataPoint = { id: string; username: string; questId: number };

export type LockedDataPoint = NonNullable<Awaited<ReturnType<typeof lockOwnDataPoint>>>;

/** One's own data point, which nobody else changes, reviews or deletes before the transaction ends; undefined where there is none. */
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

/** Whether anybody has a data point of this id. */
export async function isIdTaken(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("quest_data").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

export type Position = {
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_source: PositionSource;
};

/** Changes what is given. A position that was not measured then has no time of its fix. */
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

/** Puts what plant identification found beside the measurement. */
export async function setPlantIdData(db: Db, id: string, plantIdData: unknown): Promise<void> {
  await db
    .updateTable("quest_data")
    .set({
      additional_data: sql`additional_data || jsonb_build_object('plant_id_data', ${JSON.stringify(plantIdData)}::jsonb)`,
    })
    .where("id", "=", id)
    .execute();
}

import { type RawBuilder, type SqlBool, sql } from "kysely";
import * as z from "zod/mini";
import type { Place } from "../../protocol/distance.ts";
import type { Db, Tx } from "../database/connection.ts";
import { isPhotoSql } from "../photos/formats/file-formats.ts";
import { boxesAround } from "./boxes.ts";
import type { OtherPoint, PlacedPoint, Spread } from "./evidence-facts.ts";

/** The data point with its quest's type. */
export function findPoint(db: Db, id: string) {
  return (
    db
      .selectFrom("quest_data as d")
      .innerJoin("quests as q", "q.id", "d.quest_id")
      .select(["d.id", "d.adventurer_id", "d.quest_id", "d.latitude", "d.longitude", "d.accuracy", "d.position_source"])
      .select(["d.additional_data", "d.protocol_version", "d.created_at", "d.captured_at", "d.late", "d.revision"])
      .select(["d.review_decision", "d.evidence", "q.quest_type", "d.station_id"])
      // A text has microseconds; a JavaScript date would differ.
      .select(sql<string | null>`d.edited_at::text`.as("edited_at"))
      .where("d.id", "=", id)
      .executeTakeFirst()
  );
}
export type PointRow = NonNullable<Awaited<ReturnType<typeof findPoint>>>;

export type PhotoRow = {
  photo_key: string;
  photo_sha256: string;
  exif_latitude: number | null;
  exif_longitude: number | null;
  exif_taken_at: string | null;
};

/** Its own photo and its fields' photos. */
export async function listPhotos(db: Db, id: string): Promise<PhotoRow[]> {
  const columns = sql.raw("photo_key, photo_sha256, exif_latitude, exif_longitude, exif_taken_at");
  const { rows } = await sql<PhotoRow>`
    SELECT ${columns} FROM quest_data WHERE id = ${id} AND photo_key IS NOT NULL
    UNION ALL SELECT ${columns} FROM quest_data_photos WHERE quest_data_id = ${id} AND ${isPhotoSql()}`.execute(db);
  return rows;
}

export function listQuestPlaces(db: Db, questId: number) {
  return db
    .selectFrom("quest_locations")
    .select(["latitude", "longitude", "locality as name"])
    .where("quest_id", "=", questId)
    .orderBy("id")
    .execute();
}

/** By key and unit, as in `spreadName`. */
export async function listSpreads(db: Db, questId: number): Promise<Map<string, Spread>> {
  const rows = await db
    .selectFrom("quest_value_spreads")
    .select(["key", "unit", "count", "median", "deviation"])
    .where("quest_id", "=", questId)
    .execute();
  return new Map(rows.map(({ key, unit, ...spread }) => [spreadName(key, unit), spread]));
}

export const spreadName = (key: string, unit: string | undefined) => `${key} ${unit ?? ""}`;

type OtherRow = { id: string; adventurer_id: string; captured_at: Date; station_id: number | null };
const otherColumns = sql.raw(
  "d.id, d.adventurer_id, coalesce(d.captured_at, d.created_at) AS captured_at, d.station_id",
);

function describeOther(other: OtherRow, { adventurer_id: own }: PointRow): OtherPoint {
  const { id, adventurer_id, captured_at, station_id } = other;
  return { id, isSameAdventurer: adventurer_id === own, capturedAt: captured_at, stationId: station_id };
}

type PlacedRow = OtherRow & Place & { accuracy: number | null };

function describePlaced({ latitude, longitude, accuracy, ...row }: PlacedRow, point: PointRow): PlacedPoint {
  return { ...describeOther(row, point), place: { latitude, longitude }, accuracy };
}

/** More would add nothing. */
const othersMax = 50;

/** Other data points that have or had a photo with one of these hashes, first captured first. */
export async function listSamePhotos(db: Db, point: PointRow, sha256s: readonly string[]): Promise<OtherPoint[]> {
  if (sha256s.length === 0) return [];
  const { rows } = await sql<OtherRow>`
    WITH same AS (
      SELECT id FROM quest_data WHERE photo_sha256 = ANY(${sha256s})
      UNION SELECT quest_data_id FROM quest_data_photos WHERE photo_sha256 = ANY(${sha256s})
      UNION SELECT quest_data_id FROM former_photos WHERE photo_sha256 = ANY(${sha256s}))
    SELECT ${otherColumns} FROM same JOIN quest_data d USING (id) WHERE d.id <> ${point.id}
    ORDER BY captured_at LIMIT ${othersMax}`.execute(db);
  return rows.map((row) => describeOther(row, point));
}

/** Other data points of the quest near a location; a limited number is enough. */
export async function listNear(db: Db, point: PointRow, meters: number): Promise<PlacedPoint[]> {
  const { rows } = await sql<PlacedRow>`
    SELECT ${otherColumns}, d.latitude, d.longitude, d.accuracy FROM quest_data d
    WHERE d.quest_id = ${point.quest_id} AND ${isWithin(point, meters)} AND d.id <> ${point.id}
    LIMIT ${4 * othersMax}`.execute(db);
  return rows.map((row) => describePlaced(row, point));
}

/** Whether `d` is in the box around a location; its corners are farther. */
export function isWithin(place: Place, meters: number): RawBuilder<SqlBool> {
  const inEach = boxesAround(place, meters).map(
    ({ west, south, east, north }) =>
      sql`d.latitude BETWEEN ${south} AND ${north} AND d.longitude BETWEEN ${west} AND ${east}`,
  );
  return sql<SqlBool>`(${sql.join(inEach, sql` OR `)})`;
}

/** Comparison and sort direction for the data points just before or just after another. */
export const toward = (side: "before" | "after") =>
  side === "before" ? { isBeyond: sql`<`, direction: sql`DESC` } : { isBeyond: sql`>`, direction: sql`ASC` };

/** The volunteer's data points on the same quest just before and after, of those with a capture time. */
export async function listInTime(db: Db, point: PointRow): Promise<OtherPoint[]> {
  const { captured_at: capturedAt } = point;
  if (capturedAt === null) return [];
  const beside = (order: "before" | "after") => {
    const { isBeyond, direction } = toward(order);
    return sql`(SELECT ${otherColumns} FROM quest_data d
      WHERE d.adventurer_id = ${point.adventurer_id} AND d.quest_id = ${point.quest_id} AND d.captured_at IS NOT NULL
        AND (coalesce(d.captured_at, d.created_at), d.id) ${isBeyond} (${capturedAt}::timestamptz, ${point.id}::uuid)
      ORDER BY coalesce(d.captured_at, d.created_at) ${direction}, d.id ${direction} LIMIT 1)`;
  };
  const { rows } = await sql<OtherRow>`${beside("before")} UNION ALL ${beside("after")}`.execute(db);
  return rows.map((row) => describeOther(row, point));
}

/** The volunteer's data points on any quest just before and after, of those with a capture time. */
export async function listOnTheWay(db: Db, point: PointRow): Promise<PlacedPoint[]> {
  const { captured_at: capturedAt } = point;
  if (capturedAt === null) return [];
  const beside = (order: "before" | "after") => {
    const { isBeyond, direction } = toward(order);
    return sql`(SELECT d.* FROM adventurer_quests aq, LATERAL (
        SELECT ${otherColumns}, d.latitude, d.longitude, d.accuracy FROM quest_data d
        WHERE d.adventurer_id = aq.adventurer_id AND d.quest_id = aq.quest_id AND d.captured_at IS NOT NULL
          AND (coalesce(d.captured_at, d.created_at), d.id) ${isBeyond} (${capturedAt}::timestamptz, ${point.id}::uuid)
        ORDER BY coalesce(d.captured_at, d.created_at) ${direction}, d.id ${direction} LIMIT 1) d
      WHERE aq.adventurer_id = ${point.adventurer_id} ORDER BY d.captured_at ${direction}, d.id ${direction} LIMIT 1)`;
  };
  const { rows } = await sql<PlacedRow>`${beside("before")} UNION ALL ${beside("after")}`.execute(db);
  return rows.map((row) => describePlaced(row, point));
}

type Written = Pick<PointRow, "id" | "revision" | "edited_at">;

/** Stores the evidence, unless the data point has changed since: then another job exists. */
export async function setEvidence(
  db: Db,
  { id, revision, edited_at }: Written,
  found: readonly { code: string; weight: number }[],
  rulesVersion: number,
): Promise<void> {
  const codes = found.map(({ code }) => code);
  const score = found.reduce((sum, { weight }) => sum + weight, 0);
  await sql`
    UPDATE quest_data SET evidence = ${JSON.stringify(found)}::jsonb, evidence_codes = ${codes}::text[],
      evidence_score = ${score}, evidence_rules = ${rulesVersion}
    WHERE id = ${id} AND revision = ${revision} AND edited_at IS NOT DISTINCT FROM ${edited_at}::timestamptz
      AND (evidence, evidence_rules) IS DISTINCT FROM (${JSON.stringify(found)}::jsonb, ${rulesVersion}::int)
  `.execute(db);
}

/** Which of these are pending. */
export async function listPending(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("quest_data")
    .select("id")
    .where("id", "in", [...ids])
    .where("review_decision", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** A position in the pending points, oldest first. */
export const pendingCursorSchema = z.object({ at: z.string(), id: z.string() });
export type PendingCursor = z.infer<typeof pendingCursorSchema>;

/** The next pending points of a quest, or of all that other rules checked. */
export async function listPendingAfter(
  db: Db,
  which: { questId: number } | { notByRules: number },
  after: PendingCursor | undefined,
  limit: number,
): Promise<PendingCursor[]> {
  const { rows } = await sql<PendingCursor>`
    SELECT d.id, d.created_at::text AS at FROM quest_data d
    WHERE d.review_decision IS NULL
      AND ${
        "questId" in which
          ? sql<SqlBool>`d.quest_id = ${which.questId}`
          : sql<SqlBool>`d.evidence_rules IS DISTINCT FROM ${which.notByRules}`
      }
      AND ${after ? sql<SqlBool>`(d.created_at, d.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql<SqlBool>`true`}
    ORDER BY d.created_at, d.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Data points are read up to this size, because rows can make them large. It is their stored size, compressed. */
const readBytesMax = 20_000_000;

/**
 * The newest numbers of a quest's data points by version and key, those in rows included; without denied data points.
 * @param limit of data points, and of values per version and key
 */
export async function listNewestValues(db: Db, questId: number, limit: number) {
  const { rows } = await sql<{ version: number | null; key: string; numbers: number[] }>`
    WITH newest AS (
      SELECT protocol_version AS version, additional_data, created_at, id,
        sum(pg_column_size(additional_data)) OVER (ORDER BY created_at DESC, id DESC) AS bytes
      FROM quest_data WHERE quest_id = ${questId} AND review_decision IS DISTINCT FROM 'denied'
      ORDER BY created_at DESC, id DESC LIMIT ${limit}),
    numbers AS (
      SELECT version, found->>'key' AS key, (found->'value')::float8 AS value,
        row_number() OVER (PARTITION BY version, found->>'key' ORDER BY created_at DESC, id DESC) AS nth
      FROM newest, jsonb_path_query(additional_data - '{plant_id_data,list_items}'::text[],
        'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "number")') AS found
      WHERE bytes <= ${readBytesMax})
    SELECT version, key, array_agg(value) AS numbers FROM numbers WHERE nth <= ${limit} GROUP BY version, key
  `.execute(db);
  return rows;
}

/** Replaces all spreads of the quest. */
export async function setSpreads(
  tx: Tx,
  questId: number,
  spreads: readonly (Spread & { key: string; unit: string })[],
): Promise<void> {
  await tx.deleteFrom("quest_value_spreads").where("quest_id", "=", questId).execute();
  if (spreads.length === 0) return;
  await tx
    .insertInto("quest_value_spreads")
    .values(spreads.map((spread) => ({ quest_id: questId, ...spread })))
    .execute();
}

/** The station of a data point, which has a foreign key to it. */
export const findStation = (db: Db, id: number) =>
  db.selectFrom("stations").select(["id", "name", "latitude", "longitude"]).where("id", "=", id).executeTakeFirst();

import { sql } from "kysely";
import type { PublicStation } from "../../contract/stations.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { isoOf, measuredAt, type StationOfQuest } from "../stations/station-queries.ts";
/** A data point in a series. */
export type MeasuredPoint = { id: string; at: string; protocol_version: number | null; additional_data: Values };

/** The newest data points of a station, newest first, without denied ones. */
export async function listMeasured(
  db: Db,
  { questId, stationId }: StationOfQuest,
  limit: number,
): Promise<MeasuredPoint[]> {
  const { rows } = await sql<MeasuredPoint>`
    SELECT d.id, ${isoOf(measuredAt)} AS at, d.protocol_version, d.additional_data FROM quest_data d
    WHERE d.quest_id = ${questId} AND d.station_id = ${stationId} AND d.review_decision IS DISTINCT FROM 'denied'
    ORDER BY ${measuredAt} DESC, d.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The same of those that are public. */
export async function listPublicMeasured(
  db: Db,
  { questId, stationId }: StationOfQuest,
  limit: number,
): Promise<MeasuredPoint[]> {
  const { rows } = await sql<MeasuredPoint>`
    SELECT p.id, ${isoOf(sql`p.measured_at`)} AS at, p.protocol_version, p.additional_data
    FROM published_points p WHERE p.quest_id = ${questId} AND p.station_id = ${stationId}
    ORDER BY p.day DESC, p.measured_at DESC, p.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Stations with public data points, by code. */
export async function listPublicStations(db: Db, questId: number): Promise<PublicStation[]> {
  const { rows } = await sql<PublicStation>`
    SELECT s.id, s.code, s.name, s.latitude, s.longitude, p.count FROM stations s
    JOIN (SELECT station_id AS id, count(*)::int AS count FROM published_points
      WHERE quest_id = ${questId} AND station_id IS NOT NULL GROUP BY station_id) p USING (id)
    ORDER BY lower(s.code), s.id`.execute(db);
  return rows;
}

import { sql } from "kysely";
import { stationSeriesMax } from "../../contract/limits.ts";
import type { PublicStation, StationSeries } from "../../contract/stations.ts";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import type { Values } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { getQuestToExport } from "../datasets/dataset-queries.ts";
import { writtenAt } from "../local-time.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findStation, isoOf, measuredAt, type StationOfQuest } from "../stations/station-queries.ts";
import { requirePublicQuest } from "./get-results.ts";
import { publicVersionsOf, publishFew } from "./publish-points.ts";

/** What the team may see. @throws DomainError `quest_not_found`, `station_not_found` */
export async function getSeries(db: Db, which: StationOfQuest): Promise<StationSeries> {
  const { versions } = await getQuestToExport(db, which.questId);
  const station = await findPlace(db, which);
  const points = await listMeasured(db, which, stationSeriesMax + 1);
  return { station, ...makeSeries(versions, points.map(atPlace(station))) };
}

/** What everybody may see. @throws DomainError `results_hidden`; `station_not_found` without public data points */
export async function getPublicSeries(db: Db, which: StationOfQuest): Promise<StationSeries> {
  const { precision } = await requirePublicQuest(db, which.questId);
  await publishFew(db, which.questId);
  const points = await listPublicMeasured(db, which, stationSeriesMax + 1);
  if (points.length === 0) throw new DomainError("station_not_found");
  const versions = await publicVersionsOf(db, which.questId, precision);
  const station = await findPlace(db, which);
  return { station, ...makeSeries(versions, points.map(atPlace(station))) };
}

/** Times with the station's offset, so that their days are those of the station. */
const atPlace =
  (station: StationSeries["station"]) =>
  (point: MeasuredPoint): MeasuredPoint => ({ ...point, at: writtenAt(new Date(point.at), station) });

/** @throws DomainError `results_hidden` */
export async function listPublicStations(db: Db, questId: number): Promise<PublicStation[]> {
  await requirePublicQuest(db, questId);
  await publishFew(db, questId);
  return readPublicStations(db, questId);
}

async function findPlace(db: Db, which: StationOfQuest): Promise<StationSeries["station"]> {
  const found = await findStation(db, which);
  if (!found) throw new DomainError("station_not_found");
  const { retired_at: _, ...place } = found;
  return place;
}

type Series = StationSeries["fields"][number];

/**
 * The numbers of a station's data points over time, by key and unit, which may differ between versions.
 * @param points newest first, one more than are shown if there are older ones
 */
export function makeSeries(
  versions: readonly NumberedProtocol[],
  points: readonly MeasuredPoint[],
): Pick<StationSeries, "fields" | "has_more"> {
  const shown = points.slice(0, stationSeriesMax).reverse();
  const series = new Map<string, Series>();
  for (const { protocol } of versions) {
    for (const field of protocol.fields) {
      if (field.kind !== "number" && field.kind !== "integer") continue;
      const { key, kind, label, unit = null } = field;
      const name = nameOf(field);
      if (!series.has(name)) series.set(name, { key, kind, label, unit, values: [] });
    }
  }
  const protocolOf = new Map(versions.map(({ version, protocol }) => [version, protocol]));
  for (const { id, at, protocol_version, additional_data } of shown) {
    for (const field of protocolOf.get(protocol_version)?.fields ?? []) {
      const value = additional_data[field.key];
      if (typeof value === "number") series.get(nameOf(field))?.values.push({ id, at, value });
    }
  }
  const fields = [...series.values()].filter(({ values }) => values.length > 0);
  return { fields, has_more: points.length > stationSeriesMax };
}

const nameOf = (field: { key: string; unit?: string | undefined }) => `${field.key} ${field.unit ?? ""}`;

/** A data point in a series. */
type MeasuredPoint = { id: string; at: string; protocol_version: number | null; additional_data: Values };

/** The newest data points of a station, newest first, without denied ones. */
async function listMeasured(db: Db, { questId, stationId }: StationOfQuest, limit: number): Promise<MeasuredPoint[]> {
  const { rows } = await sql<MeasuredPoint>`
    SELECT d.id, ${isoOf(measuredAt)} AS at, d.protocol_version, d.additional_data FROM quest_data d
    WHERE d.quest_id = ${questId} AND d.station_id = ${stationId} AND d.review_decision IS DISTINCT FROM 'denied'
    ORDER BY ${measuredAt} DESC, d.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The same of those that are public. */
async function listPublicMeasured(
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
async function readPublicStations(db: Db, questId: number): Promise<PublicStation[]> {
  const { rows } = await sql<PublicStation>`
    SELECT s.id, s.code, s.name, s.latitude, s.longitude, p.count FROM stations s
    JOIN (SELECT station_id AS id, count(*)::int AS count FROM published_points
      WHERE quest_id = ${questId} AND station_id IS NOT NULL GROUP BY station_id) p USING (id)
    ORDER BY lower(s.code), s.id`.execute(db);
  return rows;
}

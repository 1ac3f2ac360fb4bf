import { stringify } from "csv-stringify/sync";
import type { AdditionalData } from "../../contract/data-points.ts";

export type DatasetFormat = "csv" | "geojson";

export const mediaTypeOf: Record<DatasetFormat, string> = {
  csv: "text/csv; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
};

/** A data point that a reviewer accepted. Degrees, metres; the circumference in `additional_data` in centimetres. */
export type AcceptedPoint = {
  id: string;
  adventurer_id: string;
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_source: string;
  fixed_at: Date | null;
  additional_data: AdditionalData;
  photo_sha256: string;
  created_at: Date;
  reviewed_by: string;
  reviewed_at: Date;
  comment: string | null;
};

/** Excel takes a file for UTF-8 only with this mark; other readers skip it. */
const byteOrderMark = "\uFEFF";

/** The whole file, a piece at a time. An error of `batches` passes through, and leaves the file without its end. */
export async function* formatDataset(
  format: DatasetFormat,
  batches: AsyncIterable<AcceptedPoint[]>,
): AsyncGenerator<string> {
  yield* format === "csv" ? formatCsv(batches) : formatGeoJson(batches);
}

/** RFC 4180: CRLF, a header row; units are in the names of the columns. */
async function* formatCsv(batches: AsyncIterable<AcceptedPoint[]>): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([csvColumns.map(([name]) => name)]);
  for await (const points of batches) {
    yield toCsv(points.map((point) => csvColumns.map(([, cell]) => cell(point))));
  }
}

/** RFC 7946: longitude first, one feature a line. */
async function* formatGeoJson(batches: AsyncIterable<AcceptedPoint[]>): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = "\n";
  for await (const points of batches) {
    let piece = "";
    for (const point of points) {
      piece += separator + JSON.stringify(toFeature(point));
      separator = ",\n";
    }
    yield piece;
  }
  yield "\n]}\n";
}

type Cell = string | number | null;

const csvColumns: [name: string, cell: (point: AcceptedPoint) => Cell][] = [
  ["id", (point) => point.id],
  ["latitude_degrees", (point) => point.latitude],
  ["longitude_degrees", (point) => point.longitude],
  ["accuracy_meters", (point) => point.accuracy],
  ["position_source", (point) => point.position_source],
  ["position_fixed_at", (point) => toInstant(point.fixed_at)],
  ["user_supplied_latitude_degrees", ({ additional_data }) => additional_data.user_supplied_latitude ?? null],
  ["user_supplied_longitude_degrees", ({ additional_data }) => additional_data.user_supplied_longitude ?? null],
  ["tree_circumference_cm", ({ additional_data }) => additional_data.tree_width ?? null],
  ["plant_best_match", ({ additional_data }) => safeText(additional_data.plant_id_data?.bestMatch)],
  ["plant_best_score", ({ additional_data }) => additional_data.plant_id_data?.results?.[0]?.score ?? null],
  ["adventurer", (point) => safeText(point.adventurer_id)],
  ["submitted_at", (point) => toInstant(point.created_at)],
  ["accepted_by", (point) => safeText(point.reviewed_by)],
  ["accepted_at", (point) => toInstant(point.reviewed_at)],
  ["review_comment", (point) => safeText(point.comment)],
  ["photo_sha256", (point) => point.photo_sha256],
];

function toCsv(rows: Cell[][]): string {
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n" });
}

/**
 * What people wrote, so that no spreadsheet takes it for a formula. Numbers never come through here: an apostrophe before
 * -159.3 would ruin the longitude.
 */
function safeText(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return /^\p{Cc}|^\s*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text;
}

function toInstant(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

function toFeature({ id, latitude, longitude, additional_data, ...point }: AcceptedPoint) {
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: {
      accuracy_meters: point.accuracy,
      position_source: point.position_source,
      position_fixed_at: toInstant(point.fixed_at),
      user_supplied_latitude_degrees: additional_data.user_supplied_latitude ?? null,
      user_supplied_longitude_degrees: additional_data.user_supplied_longitude ?? null,
      tree_circumference_cm: additional_data.tree_width ?? null,
      plant_best_match: additional_data.plant_id_data?.bestMatch ?? null,
      plant_best_score: additional_data.plant_id_data?.results?.[0]?.score ?? null,
      adventurer: point.adventurer_id,
      submitted_at: toInstant(point.created_at),
      accepted_by: point.reviewed_by,
      accepted_at: toInstant(point.reviewed_at),
      review_comment: point.comment,
      photo_sha256: point.photo_sha256,
    },
  };
}

/** A name for the download in plain ASCII: `quest-12-bark-of-the-mango-trees.csv`. */
export function fileNameOf(questId: number, questName: string, format: DatasetFormat): string {
  const words = questName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `quest-${questId}${words && `-${words}`}.${format}`;
}

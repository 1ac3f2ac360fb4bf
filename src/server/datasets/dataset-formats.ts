import { stringify } from "csv-stringify/sync";
import type { AdditionalData } from "../../contract/data-points.ts";
import type { DatasetFormat } from "../../contract/enums.ts";
import { defaultProtocol } from "../../protocol/default-protocol.ts";
import type { Cell, Protocol } from "../../protocol/field.ts";
import { cellOf } from "../../protocol/measurements.ts";
import { userPosition } from "../../protocol/user-position.ts";

export const mediaTypeOf: Record<DatasetFormat, string> = {
  csv: "text/csv; charset=utf-8",
  dictionary: "text/csv; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
};

/** A data point that a reviewer accepted. Degrees, metres; the values in `additional_data` in the units of its protocol. */
export type AcceptedPoint = {
  id: string;
  adventurer_id: string;
  latitude: number;
  longitude: number;
  accuracy: number | null;
  position_source: string;
  fixed_at: Date | null;
  additional_data: AdditionalData;
  photo_sha256: string | null;
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
  protocol = defaultProtocol,
): AsyncGenerator<string> {
  const facts = factsOf(protocol);
  yield* format === "geojson" ? formatGeoJson(batches, facts) : formatCsv(batches, [...identityAndPlace, ...facts]);
}

/** One column of the CSV, one property of a GeoJSON feature; the unit is in the name. */
type Fact = { name: string; cell: (point: AcceptedPoint) => Cell };

/** A GeoJSON feature has these in its `id` and its `geometry`. */
const identityAndPlace: readonly Fact[] = [
  { name: "id", cell: (point) => point.id },
  { name: "latitude_degrees", cell: (point) => point.latitude },
  { name: "longitude_degrees", cell: (point) => point.longitude },
];

function factsOf(protocol: Protocol): readonly Fact[] {
  const factOf = (name: string, key: string): Fact => ({
    name,
    cell: ({ additional_data }) => cellOf(additional_data[key]),
  });
  return [
    { name: "accuracy_meters", cell: (point) => point.accuracy },
    { name: "position_source", cell: (point) => point.position_source },
    { name: "position_fixed_at", cell: (point) => toInstant(point.fixed_at) },
    ...userPosition.map(({ name, column }) => factOf(column, name)),
    ...protocol.fields.map(({ key, column = key }) => factOf(column, key)),
    { name: "plant_best_match", cell: ({ additional_data }) => additional_data.plant_id_data?.bestMatch ?? null },
    {
      name: "plant_best_score",
      cell: ({ additional_data }) => additional_data.plant_id_data?.results?.[0]?.score ?? null,
    },
    { name: "adventurer", cell: (point) => point.adventurer_id },
    { name: "submitted_at", cell: (point) => toInstant(point.created_at) },
    { name: "accepted_by", cell: (point) => point.reviewed_by },
    { name: "accepted_at", cell: (point) => toInstant(point.reviewed_at) },
    { name: "review_comment", cell: (point) => point.comment },
    { name: "photo_sha256", cell: (point) => point.photo_sha256 },
  ];
}

/** RFC 4180: CRLF, a header row. */
async function* formatCsv(batches: AsyncIterable<AcceptedPoint[]>, facts: readonly Fact[]): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([facts.map(({ name }) => name)]);
  for await (const points of batches) {
    yield toCsv(points.map((point) => facts.map(({ cell }) => safeCell(cell(point)))));
  }
}

/** RFC 7946: longitude first, one feature a line. */
async function* formatGeoJson(batches: AsyncIterable<AcceptedPoint[]>, facts: readonly Fact[]): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = "\n";
  for await (const points of batches) {
    let piece = "";
    for (const point of points) {
      piece += separator + JSON.stringify(toFeature(point, facts));
      separator = ",\n";
    }
    yield piece;
  }
  yield "\n]}\n";
}

function toCsv(rows: Cell[][]): string {
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n" });
}

/** Where a spreadsheet may see a formula: at the start of a cell, or behind what another setting takes for the end of one. */
const formula = /(^|[;\t\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;

/** Text so that no spreadsheet takes it for a formula. Numbers stay: an apostrophe before -159.3 would ruin the longitude. */
function safeCell(cell: Cell): Cell {
  // Most cells are words, which are no formula.
  if (typeof cell !== "string" || /^\w[^;\t\r\n]*$/.test(cell)) return cell;
  const text = cell.replace(formula, "$1'$2");
  return /^\p{Cc}/u.test(text) ? `'${text}` : text;
}

function toInstant(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

function toFeature(point: AcceptedPoint, facts: readonly Fact[]) {
  return {
    type: "Feature",
    id: point.id,
    geometry: { type: "Point", coordinates: [point.longitude, point.latitude] },
    properties: Object.fromEntries(facts.map(({ name, cell }) => [name, cell(point)])),
  };
}

/** A name for the download in plain ASCII: `quest-12-bark-of-the-mango-trees.csv`. */
export function fileNameOf(questId: number, questName: string, format: DatasetFormat): string {
  const words = questName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 60);
  return `quest-${questId}${words && `-${words}`}.${format}`;
}

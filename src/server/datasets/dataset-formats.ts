import { stringify } from "csv-stringify/sync";
import type { DatasetFormat } from "../../contract/desk-enums.ts";
import { shortDegrees } from "../../protocol/degrees.ts";
import { type DictionaryRow, dictionaryHeaderOf } from "../../protocol/dictionary.ts";
import type { Cell, Values } from "../../protocol/field.ts";
import { isGeometry } from "../../protocol/geometry.ts";
import { ownValue } from "../../protocol/places.ts";
import { type DatasetColumn, idOf, type RowPlace } from "./dataset-columns.ts";

/** Excel needs this mark to recognise UTF-8; other readers skip it. */
const byteOrderMark = "\uFEFF";

/** What formats read of a data point besides its columns. */
type Place = RowPlace & { latitude: number | null; longitude: number | null; additional_data: Values };

type Format = {
  mediaType: string;
  ending: string;
  /**
   * Writes the file in pieces. An error of `batches` leaves it incomplete.
   * @param geometry key of the line or area that GeoJSON has instead of the position
   */
  write: <Point extends Place>(
    columns: readonly DatasetColumn<Point>[],
    batches: AsyncIterable<Point[]>,
    geometry?: string,
  ) => AsyncGenerator<string>;
};

export const formats: Record<DatasetFormat, Format> = {
  csv: { mediaType: "text/csv; charset=utf-8", ending: ".csv", write: writeCsv },
  geojson: { mediaType: "application/geo+json; charset=utf-8", ending: ".geojson", write: writeGeoJson },
  dictionary: { mediaType: "text/csv; charset=utf-8", ending: "-dictionary.csv", write: writeDictionary },
};

/** Describes the columns of the other formats: fields first, then fixed columns. */
async function* writeDictionary<Point>(columns: readonly DatasetColumn<Point>[]): AsyncGenerator<string> {
  const ofFields = columns.filter(({ isOfField }) => isOfField);
  const others = columns.filter(({ isOfField }) => !isOfField);
  const rows = [...ofFields, ...others].map(
    ({ describe, table }): DictionaryRow => ({ ...describe(), ...(table && { table }) }),
  );
  const header = dictionaryHeaderOf(rows);
  yield byteOrderMark + toCsv([header]);
  for (const row of rows) yield toCsv([header.map((name) => safeCell(row[name] ?? null))]);
}

/** RFC 4180: CRLF, a header row. */
async function* writeCsv<Point>(
  columns: readonly DatasetColumn<Point>[],
  batches: AsyncIterable<Point[]>,
): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* writeExactCsv(
    columns.map(({ cell, isOfOptions, ...column }) => ({
      ...column,
      cell: (point: Point) => safeCell(cell(point), isOfOptions),
    })),
    batches,
  );
}

/** CSV for programs: no byte order mark, and cells as they are, which a spreadsheet may take for formulas. */
export async function* writeExactCsv<Point>(
  columns: readonly Pick<DatasetColumn<Point>, "name" | "cell">[],
  batches: AsyncIterable<Point[]>,
): AsyncGenerator<string> {
  yield toCsv([columns.map(({ name }) => name)]);
  for await (const points of batches) yield toCsv(points.map((point) => columns.map(({ cell }) => cell(point))));
}

/** RFC 7946: longitude first, one feature a line. */
async function* writeGeoJson<Point extends Place>(
  columns: readonly DatasetColumn<Point>[],
  batches: AsyncIterable<Point[]>,
  geometry?: string,
): AsyncGenerator<string> {
  const properties = columns.filter(({ isInFeature }) => !isInFeature);
  yield '{"type":"FeatureCollection","features":[';
  let separator = "\n";
  for await (const points of batches) {
    let piece = "";
    for (const point of points) {
      piece += separator + JSON.stringify(toFeature(point, properties, geometry));
      separator = ",\n";
    }
    yield piece;
  }
  yield "\n]}\n";
}

function toCsv(rows: Cell[][]): string {
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n", cast: { boolean: String } });
}

/** Where a spreadsheet may see a formula: at the start of a cell, or after what other settings treat as its end. */
const formula = /(^|[;\t\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;

/** Numeric options: `-1`, `-1;+2`. */
const numberedOptions = /^[+-]?\d+(\.\d+)?(;[+-]?\d+(\.\d+)?)*$/;

/**
 * Prevents text from being read as a formula. Numbers stay: an apostrophe before -159.3 would ruin the longitude. So do
 * numeric options, which the quest defines.
 */
function safeCell(cell: Cell, isOfOptions = false): Cell {
  // A fast path for single words.
  if (typeof cell !== "string" || /^\w[^;\t\r\n]*$/.test(cell)) return cell;
  if (isOfOptions && numberedOptions.test(cell)) return cell;
  const text = cell.replace(formula, "$1'$2");
  return /^\p{Cc}/u.test(text) ? `'${text}` : text;
}

function toFeature<Point extends Place>(
  point: Point,
  columns: readonly DatasetColumn<Point>[],
  geometry: string | undefined,
) {
  return {
    type: "Feature",
    id: idOf(point),
    geometry: geometry === undefined ? positionOf(point) : plain(ownValue(point.additional_data, geometry)),
    properties: Object.fromEntries(columns.map(({ name, cell }) => [name, cell(point)])),
  };
}

const positionOf = ({ longitude, latitude }: Place) =>
  longitude === null || latitude === null
    ? null
    : { type: "Point", coordinates: [longitude, latitude].map(shortDegrees) };

/** Leaves out what GeoJSON doesn't know. */
const plain = (value: unknown) => (isGeometry(value) ? { type: value.type, coordinates: value.coordinates } : null);

/** A file name in ASCII: `quest-12-bark-of-the-mango-trees.csv`, `quest-12-bark-dictionary.csv`. */
export function fileNameOf(
  questId: number,
  questName: string,
  format: DatasetFormat,
  ...keys: (string | undefined)[]
): string {
  const words = questName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 60);
  return `quest-${questId}${words && `-${words}`}${keys.map((key) => (key === undefined ? "" : `-${key}`)).join("")}${formats[format].ending}`;
}

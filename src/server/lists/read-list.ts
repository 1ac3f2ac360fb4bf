import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { JsonBoundError, type JsonBounds, parseBoundedJson } from "../../contract/bounded-json.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { listBytesMax, listRowsMax } from "../../protocol/lists/list-limits.ts";
import { placeColumnsOf } from "../../protocol/lists/place-columns.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import { saying } from "../../texts/saying.ts";
import { parseXml } from "../files/parse-xml.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { readChecklist } from "./read-checklist.ts";
import { formatOf, otherFormat, readCsv } from "./read-csv.ts";
import { listTooLarge, type ReadList, readRecords, recordsOf } from "./read-records.ts";

/** Reads a list in a file: CSV, GeoJSON, XML, or the ZIP of a checklist. @throws DomainError as the reader of each */
export function readList(file: Buffer): Promise<ReadList> {
  const format = formatOf(file);
  // Also an empty archive, which has no first file.
  if (format === "ZIP" || file.subarray(0, 2).toString("latin1") === "PK") {
    if (format !== undefined && format !== "ZIP") return Promise.reject(otherFormat(format));
    return readChecklist(file);
  }
  if (format === "JSON") return readGeoJson(file);
  return format === "XML" ? readXmlList(file) : readCsv(file);
}

/**
 * Reads an XML file as XLSForms use it: elements `item` in the root, with an element for each column.
 * @throws DomainError `list_unreadable`; as `readRecords`
 */
async function readXmlList(file: Buffer): Promise<ReadList> {
  const rows: Map<string, string>[] = [];
  await parseXml(
    Readable.from([file]),
    {
      open: (name, _attributes, path) => {
        if (path.length === 2 && name === "item" && rows.push(new Map()) > listRowsMax) throw listTooLarge();
      },
      text: (text, path) => {
        const [, item, name] = path;
        if (path.length !== 3 || item !== "item" || name === undefined) return;
        const row = rows.at(-1);
        row?.set(name, (row.get(name) ?? "") + text);
      },
    },
    { unreadable: "list_unreadable.xml", doctype: "list_unreadable.xml" },
  );
  return readRecords(recordsOf(rows));
}

/** Shapes are read, but not kept: the outlines of a country's parks have millions of numbers. */
const bounds: JsonBounds = { length: listBytesMax, depth: 30, values: 5_000_000 };

type Properties = Readonly<Record<string, unknown>>;
type Feature = {
  id?: unknown;
  properties?: Properties | null;
  geometry?: { type?: unknown; coordinates?: unknown } | null;
};

/**
 * Reads the features of a GeoJSON file as XLSForms use it: `id` is the code, `title` the label, and the other properties
 * are attributes. A point is the attribute `geometry`, as ODK writes it.
 * @throws DomainError `list_unreadable`; as `readRecords`
 */
async function readGeoJson(file: Buffer): Promise<ReadList> {
  const features = featuresIn(file);
  const projected = features.findIndex(({ geometry }) => isProjected(geometry));
  if (projected >= 0) {
    throw new DomainError(saying("refusals.list_unreadable.projected", { row: String(projected + 1) }), {
      field: "file",
    });
  }
  return readRecords(recordsOf(features.map(columnsOf)));
}

/** Metres of a map's grid, where GeoJSON has degrees. */
function isProjected(geometry: Feature["geometry"]): boolean {
  if (geometry?.type !== "Point" || !Array.isArray(geometry.coordinates)) return false;
  const [longitude, latitude] = geometry.coordinates;
  return Math.abs(Number(longitude)) > 180 || Math.abs(Number(latitude)) > 90;
}

function featuresIn(file: Buffer): Feature[] {
  try {
    const read = isUtf8(file) ? parseBoundedJson(file.toString().replace(/^\uFEFF/, ""), bounds) : {};
    const { features } = Object(read) as { features?: unknown };
    const { type } = Object(read) as { type?: unknown };
    if (Array.isArray(read) || (features === undefined && type === undefined)) throw otherFormat("JSON");
    if (Array.isArray(features)) return features.filter((each) => typeof each === "object" && each !== null);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof JsonBoundError)) throw error;
  }
  throw new DomainError("list_unreadable.geojson", { field: "file" });
}

function columnsOf({ id, properties, geometry }: Feature): ReadonlyMap<string, string> {
  const columns = new Map(Object.entries(properties ?? {}).map(([name, value]) => [name, textOf(value)]));
  const point = pointOf(geometry);
  if (point !== undefined) columns.set("geometry", point);
  rename(columns, "id", "code");
  if (!columns.has("code") && textOf(id) !== "") columns.set("code", textOf(id));
  rename(columns, "title", "label");
  return columns;
}

function rename(columns: Map<string, string>, from: string, to: string): void {
  const text = columns.get(from);
  if (text === undefined || columns.has(to)) return;
  columns.delete(from);
  columns.set(to, text);
}

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** Latitude, longitude, height and accuracy. */
function pointOf(geometry: Feature["geometry"]): string | undefined {
  const [longitude, latitude, height = 0] = Array.isArray(geometry?.coordinates) ? geometry.coordinates : [];
  const numbers = [latitude, longitude, height, 0];
  return geometry?.type === "Point" && numbers.every(Number.isFinite) ? numbers.join(" ") : undefined;
}

/** What is known of a whole list. */
export type ListFacts = {
  rows: number;
  attributes: string[];
  /** Those that tell where something is. */
  placeColumns: string[];
};

const pieceRowsMax = 1_000;
const pieceLengthMax = 200_000;
/** The limit for the rows as JSON: a checklist of a few kilobytes may claim names of hundreds of megabytes. */
const packedBytesMax = 64_000_000;

/** Sends the rows of `list_items` as JSON, in pieces that hold nobody up. @throws DomainError `list_too_large` */
export function packList({ items, attributes }: ReadList, sendPiece: (piece: Uint8Array) => void): ListFacts {
  let rows: string[] = [];
  let length = 0;
  let bytes = 0;
  const endPiece = () => {
    if (rows.length === 0) return;
    const piece = Buffer.from(`[${rows.join(",")}]`);
    bytes += piece.length;
    if (bytes > packedBytesMax) throw listTooLarge();
    sendPiece(piece);
    rows = [];
    length = 0;
  };
  for (const [index, item] of items.entries()) {
    const row = JSON.stringify({ position: index + 1, code: item.code, item, search_text: searchTextOf(item) });
    if (rows.length >= pieceRowsMax || length + row.length > pieceLengthMax) endPiece();
    rows.push(row);
    length += row.length;
  }
  endPiece();
  return { rows: items.length, attributes, placeColumns: [...placeColumnsOf(items)] };
}

/** Each name after a blank, so that a blank before a word finds beginnings; the label comes first. */
function searchTextOf({ code, label, synonyms = [], taxon }: ListItem): string {
  const labels = typeof label === "string" ? [label] : Object.values(label);
  const names = [...labels, ...synonyms, taxon?.scientific_name ?? "", code];
  return ` ${normalizeSearchText(names.join(" "))}`;
}

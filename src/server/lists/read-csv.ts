import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { CsvError, type Options, type Parser, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { saying } from "../../texts/saying.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";
import { type ReadList, readRecords } from "./read-records.ts";

const pieceBytes = 64 * 1024;

/**
 * Reads a CSV file with a row of headings.
 * @throws DomainError `list_unreadable`; as `readRecords`
 */
export const readCsv = async (csv: Buffer): Promise<ReadList> => readRecords(recordsOf(csv));

/** @throws DomainError `list_unreadable` */
export function recordsOf(csv: Buffer): ReturnType<typeof countedCsvRecords> {
  const { bytes, delimiter } = readDialect(csv);
  return countedCsvRecords(inPieces(bytes), { delimiter });
}

const inPieces = (csv: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(csv.length / pieceBytes) }, (_each, index) =>
      csv.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ),
  );

/** How a CSV file is written; `bytes` are in UTF-8, from the headings on. */
type Dialect = { bytes: Buffer; delimiter: string };

/** Enough of a file to see how it is written. */
const triedBytes = 64 * 1024;
const triedRecords = 20;

/** @throws DomainError `list_unreadable` for another kind of file, or another encoding than UTF-8 or UTF-16 */
function readDialect(file: Buffer): Dialect {
  const format = formatOf(file);
  if (format !== undefined) throw otherFormat(format);
  const bytes = asUtf8(file);
  // What Excel writes so that it knows the sign itself. Spreadsheets don't show the line.
  const [line, sign] = /^(?:\uFEFF)?"?sep=(.)"?\r?\n/i.exec(bytes.subarray(0, 20).toString()) ?? [];
  if (line !== undefined && sign !== undefined)
    return { bytes: bytes.subarray(Buffer.byteLength(line)), delimiter: sign };
  return { bytes, delimiter: delimiterOf(bytes.subarray(0, triedBytes).toString()) };
}

/** Tells what a file is instead. @param format its name, the same in all languages */
export const otherFormat = (format: string) =>
  new DomainError(saying("refusals.list_unreadable.format", { format }), { field: "file" });

/** Other encodings look alike: Windows-1252 and Windows-1250 have other letters for the same bytes. */
function asUtf8(file: Buffer): Buffer {
  const encoding = utf16Of(file);
  if (encoding !== undefined) return Buffer.from(new TextDecoder(encoding).decode(file));
  if (!isUtf8(file)) throw new DomainError("list_unreadable.encoding", { field: "file" });
  return file;
}

/** Tells an encoding by its mark, or by the zeros beside the headings' letters. */
function utf16Of(file: Buffer): "utf-16le" | "utf-16be" | undefined {
  const [first, second, third, fourth] = file;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && fourth === 0) return "utf-16le";
  return first === 0 && third === 0 ? "utf-16be" : undefined;
}

/** The sign that makes the most columns of the headings, and of equal ones that which fits the other rows best. */
export function delimiterOf(head: string): string {
  // Which may end within a cell; one long line is a line all the same.
  const end = head.lastIndexOf("\n");
  const whole = end > 0 ? head.slice(0, end) : head;
  const tried = [",", ";", "\t", "|"].map((sign) => ({ sign, ...triedWith(whole, sign) }));
  return tried.reduce((best, each) =>
    each.columns > best.columns || (each.columns === best.columns && each.fitting > best.fitting) ? each : best,
  ).sign;
}

function triedWith(text: string, delimiter: string): { columns: number; fitting: number } {
  try {
    const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, to: triedRecords };
    const [headings = [], ...rows] = parseAtOnce(text, { ...options, skip_empty_lines: true }) as string[][];
    return { columns: headings.length, fitting: rows.filter(({ length }) => length === headings.length).length };
  } catch {
    // A quotation mark without its pair: the reader says in which row.
    return { columns: text.split("\n", 1)[0]?.split(delimiter).length ?? 0, fitting: 0 };
  }
}

const signatures: readonly (readonly [format: string, bytes: string])[] = [
  ["PDF", "%PDF"],
  ["gzip", "\x1f\x8b"],
  ["XLS", "\xd0\xcf\x11\xe0"],
  ["GeoPackage", "SQLite format 3"],
  ["Shapefile", "\x00\x00\x27\x0a"],
  ["JPEG", "\xff\xd8\xff"],
  ["PNG", "\x89PNG"],
  ["RTF", "{\\rtf"],
  ["Parquet", "PAR1"],
  ["7z", "7z\xbc\xaf"],
  ["RAR", "Rar!"],
];
const zipped: readonly (readonly [format: string, names: RegExp])[] = [
  ["XLSX", /xl\/|\[Content_Types\]\.xml/],
  ["ODS", /opendocument\.spreadsheet/],
  ["KMZ", /\.kml/],
  ["Numbers", /Index\/|\.iwa/],
];
const written: readonly (readonly [format: string, start: RegExp])[] = [
  ["HTML", /^<(!doctype html|html|head|body|table|meta)\b/i],
  ["KML", /<kml\b/i],
  ["GPX", /<gpx\b/i],
  ["XML", /^</],
  ["JSON", /^[[{]/],
];

/** The name of what a file is other than text in columns. */
export function formatOf(file: Buffer): string | undefined {
  const head = file.subarray(0, 4_000).toString("latin1");
  const signature = signatures.find(([, bytes]) => head.startsWith(bytes));
  if (signature) return signature[0];
  if (head.startsWith("PK\x03\x04")) return zipped.find(([, names]) => names.test(head))?.[0] ?? "ZIP";
  const text = head.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  return written.find(([, start]) => start.test(text))?.[0];
}

const recordBytesMax = 200_000;

type CsvOptions = Pick<Options, "delimiter" | "quote" | "from_line" | "relax_quotes">;
type Counted = { record: string[]; info: { records: number; empty_lines: number; lines: number } };

/**
 * Records of a CSV file, counted from 1 as spreadsheets do, and the line where each ends. They may have different numbers
 * of cells. Empty lines count, but are left out.
 * @throws DomainError `list_unreadable` with the row
 */
async function* countedCsvRecords(
  source: Readable,
  options: CsvOptions,
): AsyncGenerator<{ record: string[]; row: number; line: number }> {
  const parser = parse({ ...usualOptions, ...options, info: true });
  for await (const { record, info } of parsedRecords<Counted>(source, parser)) {
    yield { record, row: info.records + info.empty_lines, line: info.lines };
  }
}

/**
 * The same without numbers, which take most of the time of a long file.
 * @throws DomainError `unusable` for options that contradict each other; `list_unreadable` with the row
 */
export async function* csvRecords(source: Readable, options: CsvOptions, unusable: Refusal): AsyncGenerator<string[]> {
  let parser: Parser;
  try {
    parser = parse({ ...usualOptions, ...options });
  } catch (cause) {
    source.destroy();
    throw new DomainError(unusable, { field: "file", cause });
  }
  yield* parsedRecords<string[]>(source, parser);
}

const usualOptions = {
  bom: true,
  relax_column_count: true,
  // Headings and rows that were written by different programs may end differently.
  record_delimiter: ["\r\n", "\n", "\r"],
  skip_empty_lines: true,
  max_record_size: recordBytesMax,
} satisfies Options;

async function* parsedRecords<Kind>(source: Readable, parser: Parser): AsyncGenerator<Kind> {
  // Otherwise it makes an error of each record that has another number of cells than the first, and throws it away.
  const { state } = parser as Parser & { state: { record: readonly string[] } };
  Object.defineProperty(state, "expectedRecordLength", { get: () => state.record.length, set: () => undefined });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<Kind>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records) + Number(error.empty_lines) + 1;
    throw new DomainError(saying("refusals.list_unreadable.row", { row: String(row) }), {
      field: "file",
      cause: error,
    });
  } finally {
    source.destroy();
  }
}

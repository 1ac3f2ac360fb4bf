import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { listColumnsMax } from "../../protocol/lists/list-limits.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countedCsvRecords } from "./csv-records.ts";
import { type ReadList, readRecords } from "./read-records.ts";

const pieceBytes = 64 * 1024;
const headingsBytesMax = 200_000;

/**
 * Reads a CSV file with a row of headings, separated by commas, semicolons or tabs.
 * @throws DomainError `list_unreadable`; as `readRecords`
 */
export const readCsv = async (csv: Buffer): Promise<ReadList> => readRecords(recordsOf(csv));

/** @throws DomainError `list_unreadable` */
export function recordsOf(csv: Buffer): ReturnType<typeof countedCsvRecords> {
  if (!isUtf8(csv)) throw new DomainError("list_unreadable", { field: "file" });
  return countedCsvRecords(inPieces(csv), { delimiter: delimiterOf(csv) });
}

const inPieces = (csv: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(csv.length / pieceBytes) }, (_each, index) =>
      csv.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ),
  );

/** The sign that separates most headings. */
function delimiterOf(csv: Buffer): string {
  const end = csv.indexOf("\n");
  const headings = csv.subarray(0, Math.min(end < 0 ? csv.length : end, headingsBytesMax)).toString();
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: headings.split(sign, listColumnsMax + 1).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

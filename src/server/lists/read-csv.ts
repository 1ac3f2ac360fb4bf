import { Readable } from "node:stream";
import { readDialect } from "./csv-dialect.ts";
import { countedCsvRecords } from "./csv-records.ts";
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

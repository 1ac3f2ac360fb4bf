import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { type ListColumn, type ListFault, readListColumns } from "../../protocol/lists/list-columns.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { listColumnsMax, listRowsMax } from "../../protocol/lists/list-limits.ts";
import { type RowFault, readListRow } from "../../protocol/lists/read-list-row.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { readCsvRecords } from "./csv-records.ts";
import { listTooLarge } from "./receive-list.ts";

export type ReadList = { items: ListItem[]; attributes: string[] };

type Fault = ListFault | RowFault | { key: "refusals.list_invalid.codeTwice"; values: CodeTwice };
type CodeTwice = { row: string; code: string; before: string };

/** Corrected in one go; more are not worth reading. */
const faultsToldMax = 20;
const pieceBytes = 64 * 1024;
const headingsBytesMax = 200_000;

/**
 * Reads a CSV file with a row of headings, separated by commas, semicolons or tabs.
 * @throws DomainError `list_unreadable`, `list_invalid` with all that is wrong, `list_too_large`
 */
export async function readCsv(csv: Buffer): Promise<ReadList> {
  if (!isUtf8(csv)) throw new DomainError("list_unreadable", { field: "file" });
  const items: ListItem[] = [];
  const faults: Fault[] = [];
  const rowOfCode = new Map<string, number>();
  let columns: ListColumn[] | undefined;
  for await (const { record, row } of readCsvRecords(inPieces(csv), { delimiter: delimiterOf(csv) })) {
    if (!columns) {
      const read = readListColumns(record);
      if (!Array.isArray(read)) throw invalid(read);
      columns = read;
      continue;
    }
    const read = readListRow(record, columns, row);
    if (!read) continue;
    if (items.length >= listRowsMax) throw listTooLarge();
    if (faults.length >= faultsToldMax) break;
    if ("fault" in read) {
      faults.push(read.fault);
      continue;
    }
    const { code } = read.item;
    const before = rowOfCode.get(code);
    if (before === undefined) rowOfCode.set(code, row);
    else faults.push({ key: "refusals.list_invalid.codeTwice", values: codeTwice(code, row, before) });
    items.push(read.item);
  }
  const [first, ...others] = faults;
  if (first) throw invalid(first, others);
  if (!columns || items.length === 0) throw new DomainError("list_invalid.empty", { field: "file" });
  return { items, attributes: columns.flatMap((column) => (column.holds === "attribute" ? [column.name] : [])) };
}

const codeTwice = (code: string, row: number, before: number) => ({ code, row: String(row), before: String(before) });

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

const invalid = (first: Fault, others: readonly Fault[] = []) =>
  new DomainError("list_invalid", {
    detail: first,
    info: [first, ...others].map((message) => ({ path: "file", message })),
  });

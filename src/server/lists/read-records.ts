import {
  type ListColumn,
  type ListFault,
  type RowFault,
  readListColumns,
  readListRow,
} from "../../protocol/lists/list-columns.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { listBytesMax, listColumnsMax, listRowsMax } from "../../protocol/lists/list-limits.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

export type ReadList = { items: ListItem[]; attributes: string[] };

/** A row of a table and its number; the headings are row 1. */
export type TableRecord = { record: readonly string[]; row: number };

type Fault = ListFault | RowFault | { key: "refusals.list_invalid.codeTwice"; values: CodeTwice };
type CodeTwice = { row: string; code: string; before: string };

/** Corrected in one go; more are not worth reading. */
const faultsToldMax = 20;

/** Reads a table with a row of headings. @throws DomainError `list_invalid` with all that is wrong, `list_too_large` */
export async function readRecords(records: AsyncIterable<TableRecord> | Iterable<TableRecord>): Promise<ReadList> {
  const items: ListItem[] = [];
  const faults: Fault[] = [];
  const rowOfCode = new Map<string, number>();
  let columns: ListColumn[] | undefined;
  for await (const { record, row } of records) {
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

const invalid = (first: Fault, others: readonly Fault[] = []) =>
  new DomainError("list_invalid", {
    detail: first,
    info: [first, ...others].map((message) => ({ path: "file", message })),
  });

/** Rows that have different columns as one table. */
export function* recordsOf(rows: readonly ReadonlyMap<string, string>[]): Generator<TableRecord> {
  const headings = new Set<string>();
  for (const row of rows) for (const name of row.keys()) if (headings.size <= listColumnsMax) headings.add(name);
  yield { record: [...headings], row: 1 };
  for (const [index, row] of rows.entries()) {
    yield { record: [...headings].map((name) => row.get(name) ?? ""), row: index + 2 };
  }
}

export const listTooLarge = () =>
  new DomainError(
    saying("refusals.list_too_large", {
      rows: listRowsMax.toLocaleString("en"),
      megabytes: String(listBytesMax / 1_000_000),
    }),
    { field: "file" },
  );

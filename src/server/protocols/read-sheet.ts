import type { Readable } from "node:stream";
import type { Row } from "../../protocol/xlsform/table.ts";
import { type Attributes, parseXml, type XmlListener } from "../files/parse-xml.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { readEscapes } from "./cell-escapes.ts";
import { cellCountMax, columnCountMax, emptyCellCountMax, rowCountMax, textLengthMax } from "./form-file.ts";

/** What the cells of all sheets may still use. */
export type CellBudget = { cells: number; emptyCells: number; rows: number; textLength: number };

export function newCellBudget(): CellBudget {
  return { cells: cellCountMax, emptyCells: emptyCellCountMax, rows: rowCountMax, textLength: textLengthMax };
}

function spend(budget: CellBudget, what: keyof CellBudget, amount: number): void {
  budget[what] -= amount;
  if (budget[what] < 0) throw new DomainError("workbook_too_large.cells");
}

/** The strings that cells refer to by index. @throws DomainError as `parseXml` */
export async function readSharedStrings(stream: Readable): Promise<string[]> {
  const strings: string[] = [];
  const size = newCellBudget();
  let text = "";
  await parsePart(stream, {
    open: (name) => {
      if (name === "si") text = "";
    },
    text: (part, path) => {
      if (isShown(path)) text += part;
    },
    close: (name) => {
      if (name !== "si") return;
      spend(size, "cells", 1);
      spend(size, "textLength", text.length);
      strings.push(readEscapes(text));
    },
  });
  return strings;
}

/** A string's text is in the `t` elements; those in `rPh` are its pronunciation. */
function isShown(path: readonly string[]): boolean {
  return path.at(-1) === "t" && path.at(-2) !== "rPh";
}

/** The rows of a sheet that aren't empty. @throws DomainError as `parseXml` */
export async function readRows(stream: Readable, strings: readonly string[], cells: CellBudget): Promise<Row[]> {
  const rows: Row[] = [];
  let row = newRow(0);
  let cell: ReadCell | undefined;
  await parsePart(stream, {
    open: (element, attributes) => {
      if (element === "row") {
        spend(cells, "rows", 1);
        row = newRow(numberOfRow(attributes, row.number));
      } else if (element === "c") {
        cell = newCell(columnOf(attributes, (cell?.column ?? -1) + 1), attributes.t);
      } else if (element === "f" && cell) {
        cell.isFormula = true;
      } else if (element === "v" && cell) {
        cell.hasValue = true;
      }
    },
    text: (part, path) => {
      if (cell && (path.at(-1) === "v" || (path.includes("is") && isShown(path)))) cell.text += part;
    },
    close: (element) => {
      if (element === "c" && cell) {
        const value = cell.isFormula && isWithoutValue(cell) ? undefined : valueOfCell(cell, strings);
        if (value === "") {
          spend(cells, "emptyCells", 1);
          return;
        }
        if (cell.column >= columnCountMax) throw new DomainError("workbook_too_large.cells");
        spend(cells, "cells", 1);
        spend(cells, "textLength", value?.length ?? 0);
        if (value === undefined) {
          row.unknown ??= [];
          row.unknown.push(cell.column);
        } else row.cells[cell.column] = value;
      } else if (element === "row") {
        if (row.cells.length > 0 || row.unknown) rows.push(row);
        cell = undefined;
      }
    },
  });
  return rows;
}

type ReadRow = Row & { cells: (string | undefined)[]; unknown?: number[] };
const newRow = (number: number): ReadRow => ({ number, cells: [] });

type ReadCell = { column: number; type: string | undefined; text: string; isFormula: boolean; hasValue: boolean };
const newCell = (column: number, type: string | undefined): ReadCell => ({
  column,
  type,
  text: "",
  isFormula: false,
  hasValue: false,
});

/** Whether the file lacks the formula's value, or has an error. An empty text is a value. */
function isWithoutValue({ type, text, hasValue }: ReadCell): boolean {
  return type === "e" || (text === "" && !(type === "str" && hasValue));
}

function numberOfRow({ r }: Attributes, before: number): number {
  if (r === undefined) return before + 1;
  const number = Number(r);
  // The most rows of a spreadsheet; rows are in order.
  if (!Number.isInteger(number) || number <= before || number > 1_048_576) throw new DomainError("workbook_unreadable");
  return number;
}

/** `BC7` → 54 */
function columnOf({ r }: Attributes, next: number): number {
  if (r === undefined) return next;
  const [, name] = /^([A-Z]{1,3})\d{1,7}$/.exec(r) ?? [];
  if (name === undefined) throw new DomainError("workbook_unreadable");
  const column = [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (column < next) throw new DomainError("workbook_unreadable");
  return column;
}

/** The cell's text; a number without a format. */
function valueOfCell({ type, text }: ReadCell, strings: readonly string[]): string {
  switch (type) {
    case "s": {
      const string = /^\d{1,9}$/.test(text) ? strings[Number(text)] : undefined;
      if (string === undefined) throw new DomainError("workbook_unreadable");
      return string;
    }
    case "inlineStr":
    case "str":
      return readEscapes(text);
    case "b":
      return text === "1" || text === "true" ? "TRUE" : "FALSE";
    case undefined:
    case "n":
      return text === "" || Number.isNaN(Number(text)) ? text : String(Number(text));
    default:
      return text;
  }
}

/** Parses a part of a workbook. @throws DomainError `workbook_unreadable`; what the listener throws */
export const parsePart = (stream: Readable, listener: XmlListener): Promise<void> =>
  parseXml(stream, listener, { unreadable: "workbook_unreadable", doctype: "workbook_unreadable.doctype" });

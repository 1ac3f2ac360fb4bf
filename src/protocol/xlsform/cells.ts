import { plainNumber } from "../plain-digits.ts";
import { quote, type Report } from "./report.ts";
import type { FormRow } from "./table.ts";

const yes = new Set(["yes", "true", "true()"]);
const no = new Set(["no", "false", "false()"]);

/** `yes`, `TRUE`, `true()`; undefined for anything else. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

/** Parses a number with either decimal sign; anything else is reported as an error. */
export function readCellNumber(record: FormRow, column: string, report: Report): number | undefined {
  const text = record.cell(column);
  if (text === undefined) return undefined;
  const number = readNumber(text);
  if (number === undefined) report.add("error", record.place(column), "xlsform.cell.number", { value: quote(text) });
  return number;
}

/** `1,500` is no number here: it can mean 1500 as well as 1.5. */
export function readNumber(text: string): number | undefined {
  const plain = plainNumber(text);
  if (/^\s*[-+]?[1-9]\d{0,2},\d{3}\s*$/.test(plain)) return undefined;
  const written = plain.trim().replace(",", ".");
  const number = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i.test(written) ? Number(written) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

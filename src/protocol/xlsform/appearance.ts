import type { Expression } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print-expression.ts";
import { joined } from "./conditions.ts";
import { parseXPath } from "./from-xpath.ts";
import { isName } from "./names.ts";
import type { FormRow } from "./table.ts";

/** The words of a row's `appearance`, lower-case. */
export const appearanceOf = (record: FormRow): readonly string[] =>
  (record.cell("appearance") ?? "").toLowerCase().split(/\s+/).filter(Boolean);

export const hasAppearance = (record: FormRow, word: string): boolean => appearanceOf(record).includes(word);

/** A file with choices, and the filter on its columns, as XPath. */
type Search = { file: string; filter?: string };

/**
 * Reads `search('farms', 'matches', 'village', ${village})` in an appearance. "unread" for searches that lists can't do: in
 * a file that the answers name, or for parts of texts.
 */
export function readSearch(record: FormRow): Search | "unread" | undefined {
  const appearance = record.cell("appearance") ?? "";
  const [begin] = /(?<!\S)search\s{0,9}\(/i.exec(appearance) ?? [];
  if (begin === undefined) return undefined;
  const call = parseXPath(appearance.slice(appearance.indexOf(begin), appearance.lastIndexOf(")") + 1));
  if (call?.is !== "call" || call.name !== "search") return "unread";
  const [file, kind, ...pairs] = call.args;
  if (file?.is !== "text" || (kind && (kind.is !== "text" || kind.value !== "matches"))) return "unread";
  const comparisons: Expression[] = [];
  for (let index = 0; index < pairs.length; index += 2) {
    const [column, right] = pairs.slice(index);
    if (column?.is !== "text" || !isName(column.value) || !right) return "unread";
    const { at } = column;
    comparisons.push({ is: "binary", op: "=", left: { is: "column", name: column.value, at }, right, at });
  }
  const filter = joined(comparisons);
  return { file: file.value.replace(/\.csv$/i, ""), ...(filter && { filter: printExpression(filter) }) };
}

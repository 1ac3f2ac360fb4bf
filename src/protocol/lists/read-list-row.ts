import { optionValueLengthMax } from "../protocol-limits.ts";
import { isStorable } from "../storable-text.ts";
import type { ListColumn } from "./list-columns.ts";
import type { ListItem, Taxon } from "./list-item.ts";
import { listTextLengthMax, synonymsMax } from "./list-limits.ts";

/** What is wrong with one row; rows are counted as spreadsheets do, the headings being row 1. */
export type RowFault =
  | { key: "refusals.list_invalid.code"; values: { row: string; max: string } }
  | { key: "refusals.list_invalid.tooLong"; values: { row: string; column: string; max: string } }
  | { key: "refusals.list_invalid.sign"; values: { row: string; column: string } }
  | { key: "refusals.list_invalid.synonyms"; values: { row: string; max: string } };

type Cell = { column: ListColumn; texts: string[]; number: number };

/** The item of a row, a fault, or undefined for an empty row. Cells beyond the last heading are ignored. */
export function readListRow(
  written: readonly string[],
  columns: readonly ListColumn[],
  row: number,
): { item: ListItem } | { fault: RowFault } | undefined {
  const cells = readCells(written, columns);
  if (cells.length === 0) return undefined;
  const item = makeItem(cells);
  const fault = findCellFault(cells, row) ?? findItemFault(item, row);
  return fault ? { fault } : { item };
}

/** The cells that hold something; synonyms are split at `|`. */
function readCells(written: readonly string[], columns: readonly ListColumn[]): Cell[] {
  return columns.flatMap((column, index) => {
    const parts = column.holds === "synonyms" ? (written[index] ?? "").split("|") : [written[index] ?? ""];
    const texts = parts.map((text) => text.trim()).filter((text) => text !== "");
    return texts.length > 0 && column.holds !== "nothing" ? [{ column, texts, number: index + 1 }] : [];
  });
}

function makeItem(cells: readonly Cell[]): ListItem {
  const find = (holds: ListColumn["holds"]) => cells.find(({ column }) => column.holds === holds)?.texts[0];
  const taxon: Taxon = {
    id: find("taxonId"),
    scientific_name: find("scientificName"),
    rank: find("rank"),
  };
  const code = find("code") ?? taxon.id ?? "";
  const synonyms = cells.flatMap(({ column, texts }) => (column.holds === "synonyms" ? texts : []));
  const attributes = cells.flatMap(({ column, texts }) =>
    column.holds === "attribute" ? [[column.name, texts[0] ?? ""] as const] : [],
  );
  return {
    code,
    label: labelOf(cells) ?? taxon.scientific_name ?? code,
    ...(synonyms.length > 0 && { synonyms }),
    ...(Object.values(taxon).some((text) => text !== undefined) && { taxon }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  };
}

/** A label without a language counts as English beside labels with one. */
function labelOf(cells: readonly Cell[]): ListItem["label"] | undefined {
  const labels = cells.flatMap(({ column, texts }) =>
    column.holds === "label" ? [[column.language, texts[0] ?? ""] as const] : [],
  );
  if (labels.every(([language]) => language === undefined)) return labels[0]?.[1];
  return Object.fromEntries(labels.map(([language = "en", text]) => [language, text]));
}

function findCellFault(cells: readonly Cell[], row: number): RowFault | undefined {
  const wrong = cells.find(({ texts }) => !texts.every(isStorable));
  if (wrong) return { key: "refusals.list_invalid.sign", values: { row: String(row), column: String(wrong.number) } };
  const long = cells.find(({ texts }) => texts.some((text) => text.length > listTextLengthMax));
  if (!long) return undefined;
  const values = { row: String(row), column: String(long.number), max: String(listTextLengthMax) };
  return { key: "refusals.list_invalid.tooLong", values };
}

function findItemFault({ code, synonyms = [] }: ListItem, row: number): RowFault | undefined {
  if (!/^\S+( \S+)*$/.test(code) || code.length > optionValueLengthMax) {
    return { key: "refusals.list_invalid.code", values: { row: String(row), max: String(optionValueLengthMax) } };
  }
  if (synonyms.length <= synonymsMax) return undefined;
  return { key: "refusals.list_invalid.synonyms", values: { row: String(row), max: String(synonymsMax) } };
}

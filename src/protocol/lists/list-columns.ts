import { optionValueLengthMax } from "../protocol-limits.ts";
import { isStorable } from "../storable-text.ts";
import { findLanguage } from "../xlsform/languages.ts";
import type { ListItem, Taxon } from "./list-item.ts";
import { attributeNameLengthMax, listColumnsMax, listTextLengthMax, synonymsMax } from "./list-limits.ts";

/** What a column of a list holds. Labels may be in a language, as XLSForm writes it: `label::Deutsch (de)`, `label::de`. */
export type ListColumn =
  | { holds: "code" | "synonyms" | "taxonId" | "scientificName" | "rank" | "nothing" }
  | { holds: "label"; language: string | undefined }
  | { holds: "attribute"; name: string };

export type ListFault =
  | { key: "refusals.list_invalid.noCode" }
  | { key: "refusals.list_invalid.columns"; values: { max: string } }
  | { key: "refusals.list_invalid.columnTwice"; values: { column: string } }
  | { key: "refusals.list_invalid.columnName"; values: { column: string; max: string } };

/** In order of preference. A column `name` is the code in XLSForm, and the label beside a column `code`. */
const codeColumns = ["code", "value", "key", "name", "taxonid"];
const labelColumns = ["label", "name", "vernacularname", "scientificname"];

/**
 * Reads the first row of a list. The code is in `code`, `value`, `key`, `name` or `taxonID`; the label in `label`, `name`,
 * `vernacularName` or `scientificName`, the first that exists in each case. `synonyms` are separated by `|`.
 */
export function readListColumns(headings: readonly string[]): ListColumn[] | ListFault {
  if (headings.length > listColumnsMax) {
    return { key: "refusals.list_invalid.columns", values: { max: String(listColumnsMax) } };
  }
  const parts = headings.map(splitHeading);
  const bases = parts.map(({ base }) => base.toLowerCase());
  const code = codeColumns.find((name) => bases.includes(name));
  if (code === undefined) return { key: "refusals.list_invalid.noCode" };
  const labels = [...bases, ...parts.map(({ loose }) => loose?.base)];
  const label = labelColumns.find((name) => name !== code && labels.includes(name));

  const seen = new Set<string>();
  const columns: ListColumn[] = [];
  const headingOf = new Map<string, string>();
  for (const { loose, written, ...plain } of parts) {
    const { base, language } = loose !== undefined && loose.base === label ? loose : plain;
    const name = base.toLowerCase();
    const column = apart(
      columnOf(name, { base, language, isCode: name === code, isLabel: name === label }),
      written,
      headingOf,
    );
    const id = idOf(column);
    if (seen.has(id)) return { key: "refusals.list_invalid.columnTwice", values: { column: written } };
    if (column.holds !== "nothing" && column.holds !== "synonyms") seen.add(id);
    if (column.holds === "attribute" && column.name.length > attributeNameLengthMax) {
      const values = { column: written.slice(0, attributeNameLengthMax), max: String(attributeNameLengthMax) };
      return { key: "refusals.list_invalid.columnName", values };
    }
    columns.push(column);
  }
  return columns;
}

function idOf(column: ListColumn): string {
  if (column.holds === "label") return `label ${column.language ?? ""}`;
  return column.holds === "attribute" ? `attribute ${column.name.toLowerCase()}` : column.holds;
}

/** Headings that differ only in signs, such as `name:en` and `name_en`, are different attributes: the later one has a number. */
function apart(column: ListColumn, written: string, headingOf: Map<string, string>): ListColumn {
  if (column.holds !== "attribute") return column;
  const heading = written.toLowerCase();
  for (let number = 1; ; number++) {
    const name = number === 1 ? column.name : `${column.name}_${number}`;
    const other = headingOf.get(name.toLowerCase());
    if (other !== undefined && other !== heading) continue;
    headingOf.set(name.toLowerCase(), heading);
    return { holds: "attribute", name };
  }
}

type Heading = {
  base: string;
  language: string | undefined;
  written: string;
  /** A heading with a single colon, `label:English`, names a language only if the rest is the label's column. */
  loose: { base: string; language: string } | undefined;
};

function splitHeading(heading: string): Heading {
  const written = heading.trim();
  const [, looseBase, after = ""] = /^([^:]+):([^:]+)$/.exec(written) ?? [];
  const looseLanguage = looseBase === undefined ? undefined : findLanguage(after.trim());
  const loose =
    looseBase !== undefined && looseLanguage !== undefined
      ? { base: looseBase.trim().toLowerCase(), language: looseLanguage }
      : undefined;
  const [base = "", ...rest] = written.split("::").map((part) => part.trim());
  const language = rest.length > 0 ? findLanguage(rest.join("::")) : undefined;
  return { base: rest.length > 0 && language === undefined ? written : base, language, written, loose };
}

function columnOf(
  name: string,
  {
    base,
    language,
    isCode,
    isLabel,
  }: { base: string; language: string | undefined; isCode: boolean; isLabel: boolean },
): ListColumn {
  if (isCode && name !== "taxonid") return { holds: "code" };
  if (isLabel && name !== "scientificname") return { holds: "label", language };
  switch (name) {
    case "":
      return { holds: "nothing" };
    case "taxonid":
      return { holds: "taxonId" };
    case "scientificname":
      return { holds: "scientificName" };
    case "taxonrank":
      return { holds: "rank" };
    case "synonym":
    case "synonyms":
      return { holds: "synonyms" };
    // Common names beside a label of their own.
    case "vernacularname":
      return { holds: "synonyms" };
    default:
      return attributeColumn(base);
  }
}

/** Filters name attributes, so their names have no spaces or signs: `Common name` becomes `Common_name`. */
function attributeColumn(heading: string): ListColumn {
  const name = attributeName(heading);
  return name === "" ? { holds: "nothing" } : { holds: "attribute", name };
}

/** Empty if nothing is left of it. */
export function attributeName(heading: string): string {
  const name = heading
    .split(/[^\p{Letter}\p{Number}]/u)
    .filter((word) => word !== "")
    .join("_");
  return /^\d/.test(name) ? `_${name}` : name;
}

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

import { findLanguage } from "../xlsform/languages.ts";
import { attributeNameLengthMax, listColumnsMax } from "./list-limits.ts";

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

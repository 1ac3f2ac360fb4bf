import type { LocalizedText } from "../field.ts";
import { type Heading, readHeading } from "./columns.ts";
import { findLanguage, uncodedLanguage } from "./languages.ts";
import { type Place, quote, type Report } from "./report.ts";
import { hasReference, readWords } from "./texts.ts";

type Column = Heading & { index: number; heading: string };

/** The language of columns without one in a form with several. */
const unnamedLanguage = "en";
/** Their language if another column is in English. */
const languageBeside = "mis-default";

/** A sheet whose cells are found by column name. */
export class Table {
  readonly sheetName: string;
  readonly records: readonly FormRow[];
  readonly columns: readonly Column[];
  readonly #report: Report;
  readonly #defaultLanguage: string | undefined;
  /** By the heading's text; undefined for languages left out. */
  readonly #languages = new Map<string, string | undefined>();

  constructor(sheet: Sheet, report: Report, defaultLanguage: string | undefined) {
    const [headings, ...rows] = sheet.rows;
    this.sheetName = sheet.name;
    this.#report = report;
    this.#defaultLanguage = defaultLanguage;
    this.columns = (headings?.cells ?? []).flatMap((heading, index) =>
      heading === undefined || heading.trim() === "" ? [] : [{ ...readHeading(heading), index, heading }],
    );
    for (const column of this.columns) {
      const named = this.#columnsByName.get(column.name);
      if (named) named.push(column);
      else this.#columnsByName.set(column.name, [column]);
    }
    this.#readLanguages(headings?.number ?? null);
    this.#reportUnknown(sheet.rows);
    this.records = rows.map(({ number, cells }) => new FormRow(this, number, cells));
  }
  readonly #columnsByName = new Map<string, Column[]>();

  /** The columns with this name: one, or one per language. */
  columnsOf(name: string): readonly Column[] {
    return this.#columnsByName.get(name) ?? [];
  }

  #reportUnknown(rows: readonly Row[]): void {
    for (const { number, unknown = [] } of rows) {
      for (const index of unknown) {
        const heading = this.columns.find((column) => column.index === index)?.heading ?? lettersOf(index);
        this.#report.add("warning", { sheet: this.sheetName, row: number, column: heading }, "xlsform.cell.formula");
      }
    }
  }

  #readLanguages(row: number | null): void {
    const columns = this.columns.filter(({ language }) => language !== undefined);
    const names = new Set(columns.map(({ language }) => language));
    for (const { heading, language: name = "" } of columns) {
      const known = findLanguage(name);
      // with a single language its name doesn't matter
      const language = known ?? (names.size > 1 ? uncodedLanguage(name) : undefined);
      this.#languages.set(name, language);
      if (known !== undefined || names.size === 1) continue;
      const place = { sheet: this.sheetName, row, column: heading };
      const values = { name: quote(name), tag: language ?? "" };
      if (language === undefined) this.#report.add("warning", place, "xlsform.language.unknown", { name: quote(name) });
      else this.#report.add("info", place, "xlsform.language.uncoded", values);
    }
    this.#isOneLanguage = names.size === 1;
  }
  #isOneLanguage = false;

  headingOf(name: string): string | undefined {
    return this.columnsOf(name)[0]?.heading;
  }

  has(name: string): boolean {
    return this.#columnsByName.has(name);
  }

  placeOf(row: number | null, name: string): Place {
    return { sheet: this.sheetName, row, column: this.headingOf(name) ?? name };
  }

  /** Joins a row's translations of the same text. */
  wordsOf(
    row: number,
    name: string,
    cells: readonly (string | undefined)[],
    isResolved: boolean,
  ): LocalizedText | undefined {
    let plain: string | undefined;
    const texts: Record<string, string> = {};
    for (const { heading, language, index } of this.columnsOf(name)) {
      const written = cells[index];
      if (written === undefined || written.trim() === "") continue;
      const text = this.#plainText({ sheet: this.sheetName, row, column: heading }, written, isResolved);
      if (text.trim() === "") continue;
      const known = language === undefined ? this.#defaultLanguage : this.#languages.get(language);
      if (known !== undefined) texts[known] ??= text;
      else if (language === undefined || this.#isOneLanguage) plain ??= text;
    }
    if (Object.keys(texts).length === 0) return plain;
    if (plain !== undefined && !Object.values(texts).includes(plain)) {
      const isKnown = Object.hasOwn(texts, unnamedLanguage);
      const key = isKnown ? "xlsform.language.unnamedBeside" : "xlsform.language.unnamed";
      this.#report.add("info", { ...this.placeOf(row, name), row: null }, key);
      texts[isKnown ? languageBeside : unnamedLanguage] = plain;
    }
    return texts;
  }

  #plainText(place: Place, written: string, isResolved: boolean): string {
    const { text, hadUnknownTags } = readWords(written);
    if (hadUnknownTags) this.#report.add("warning", place, "xlsform.text.markup");
    if (!isResolved && hasReference(written)) this.#report.add("warning", place, "xlsform.text.reference");
    return text;
  }
}

/** 54 → `BC` */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** A row, accessed by column name. */
export class FormRow {
  readonly row: number;
  readonly #table: Table;
  readonly #cells: readonly (string | undefined)[];

  constructor(table: Table, row: number, cells: readonly (string | undefined)[]) {
    this.#table = table;
    this.row = row;
    this.#cells = cells;
  }

  /** Trimmed; undefined if empty. */
  cell(name: string): string | undefined {
    for (const { index } of this.#table.columnsOf(name)) {
      const text = this.#cells[index]?.trim();
      if (text) return text;
    }
    return undefined;
  }

  /** @param isResolved whether references to other answers are resolved later; otherwise they are reported */
  words(name: string, isResolved = false): LocalizedText | undefined {
    return this.#table.wordsOf(this.row, name, this.#cells, isResolved);
  }

  /** Whether a text includes answers. */
  hasReference(name: string): boolean {
    return this.#table.columnsOf(name).some(({ index }) => hasReference(this.#cells[index] ?? ""));
  }

  place(name: string): Place {
    return this.#table.placeOf(this.row, name);
  }

  /** Everything written in it. */
  written(): string {
    return this.#cells.join("\n");
  }

  /** The columns with a value. */
  filledColumns(): Column[] {
    return this.#table.columns.filter(({ index }) => (this.#cells[index] ?? "").trim() !== "");
  }
}

/** A workbook as rows of cells, independent of the file format. */

export type Row = {
  /** Its number in the spreadsheet, from 1. */
  number: number;
  /** By column; empty cells may be missing. */
  cells: readonly (string | undefined)[];
  /** Columns with formulas that have no stored value. */
  unknown?: readonly number[];
};

/** Only non-empty rows; the first has the headings. */
export type Sheet = { name: string; rows: readonly Row[] };

/** A sheet to write; the first row has the headings. */
export type WrittenSheet = { name: string; rows: readonly (readonly string[])[] };

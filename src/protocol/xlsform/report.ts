import type * as z from "zod/mini";
import type { KeyOf, ValuesOf } from "../../texts/keys.ts";

export type ReportKey = KeyOf<"xlsform">;

/** What zod said of a part of the protocol that came out. */
export type SchemaIssue = z.core.$ZodIssue;

/** A text of `xlsform.json` with its values, or what a schema said; said in the language of whoever reads it. */
export type ReportMessage =
  | { key: ReportKey; values?: Readonly<Record<string, string | number>> | undefined }
  | { issue: SchemaIssue };

/** Where something stands in the workbook: a column by its heading. */
export type Place = { sheet: string | null; row: number | null; column: string | null };

/** An error: something is missing in the protocol. A warning: something means less or other. Info: it is said otherwise. */
export type ReportLevel = "error" | "warning" | "info";

export type ReportLine = Place & { level: ReportLevel; message: ReportMessage };

/** Of one level: more than anybody reads. A last line tells how many are missing. */
const lineCountMax = 300;
const quoteLengthMax = 100;

/** What becomes of a form, line by line; what was said of a place is not said of it again. */
export class Report {
  readonly #lines: ReportLine[] = [];
  readonly #said = new Set<string>();
  readonly #counts = new Map<ReportLevel, number>();
  #leftOut = 0;

  add<Key extends ReportKey>(level: ReportLevel, place: Place, key: Key, ...[values]: ValuesOf<Key>): void {
    this.#add({ ...place, level, message: values === undefined ? { key } : { key, values } });
  }

  addIssue(place: Place, issue: SchemaIssue): void {
    this.#add({ ...place, level: "error", message: { issue } });
  }

  #add(line: ReportLine): void {
    const { message } = line;
    const said = "key" in message ? [message.key, message.values] : sayingOf(message.issue);
    const identity = JSON.stringify([line.sheet, line.row, line.column, said]);
    if (this.#said.has(identity)) return;
    const count = (this.#counts.get(line.level) ?? 0) + 1;
    if (count > lineCountMax) {
      this.#leftOut += 1;
      return;
    }
    this.#counts.set(line.level, count);
    this.#said.add(identity);
    this.#lines.push(line);
  }

  /** In the order of the workbook's rows, what is about no row last. */
  lines(sheetNames: readonly string[]): ReportLine[] {
    const position = ({ sheet }: Place) => (sheet === null ? sheetNames.length : sheetNames.indexOf(sheet));
    const sorted = [...this.#lines].sort(
      (one, other) =>
        position(one) - position(other) ||
        (one.row ?? Number.MAX_SAFE_INTEGER) - (other.row ?? Number.MAX_SAFE_INTEGER),
    );
    if (this.#leftOut === 0) return sorted;
    const more: ReportMessage = { key: "xlsform.report.more", values: { count: this.#leftOut } };
    return [...sorted, { level: "warning", sheet: null, row: null, column: null, message: more }];
  }
}

/** What a text is chosen by. */
const sayingOf = (issue: SchemaIssue) => [issue.code, issue.code === "custom" ? issue.params : undefined];

/** As much of a cell as a sentence can hold. */
export function quote(text: string): string {
  return text.length > quoteLengthMax ? `${text.slice(0, quoteLengthMax)}…` : text;
}

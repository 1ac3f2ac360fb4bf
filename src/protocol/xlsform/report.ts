import type * as z from "zod/mini";
import type { KeyOf, ValuesOf } from "../../texts/keys.ts";

export type ReportKey = KeyOf<"xlsform">;

/** A zod issue in the resulting protocol. */
export type SchemaIssue = z.core.$ZodIssue;

/** A text of `xlsform.json` with its values, or a schema issue, translated for the reader. */
export type ReportMessage =
  | { key: ReportKey; values?: Readonly<Record<string, string | number>> | undefined }
  | { issue: SchemaIssue };

/** A location in the workbook; columns by heading. */
export type Place = { sheet: string | null; row: number | null; column: string | null };

/** Error: something is missing in the protocol. Warning: its meaning changed. Info: it is expressed differently. */
export type ReportLevel = "error" | "warning" | "info";

export type ReportLine = Place & { level: ReportLevel; message: ReportMessage };

/** Per level: more than anyone reads. A last line of each level tells how many are missing. */
const lineCountMax = 300;
const quoteLengthMax = 100;

/** The import report, line by line; repeated messages about the same cell are dropped. */
export class Report {
  readonly #lines: ReportLine[] = [];
  readonly #said = new Set<string>();
  readonly #counts = new Map<ReportLevel, number>();
  readonly #leftOut = new Map<ReportLevel, number>();

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
      this.#leftOut.set(line.level, (this.#leftOut.get(line.level) ?? 0) + 1);
      return;
    }
    this.#counts.set(line.level, count);
    this.#said.add(identity);
    this.#lines.push(line);
  }

  /** In row order; messages without a row come last. */
  lines(sheetNames: readonly string[]): ReportLine[] {
    const position = ({ sheet }: Place) => (sheet === null ? sheetNames.length : sheetNames.indexOf(sheet));
    const sorted = [...this.#lines].sort(
      (one, other) =>
        position(one) - position(other) ||
        (one.row ?? Number.MAX_SAFE_INTEGER) - (other.row ?? Number.MAX_SAFE_INTEGER),
    );
    const more = [...this.#leftOut].map(([level, count]): ReportLine => {
      const message: ReportMessage = { key: "xlsform.report.more", values: { count } };
      return { level, sheet: null, row: null, column: null, message };
    });
    return [...sorted, ...more];
  }
}

/** Identifies the text for an issue. */
const sayingOf = (issue: SchemaIssue) => [issue.code, issue.code === "custom" ? issue.params : undefined];

/** Shortens a cell for use in a message. */
export function quote(text: string): string {
  return text.length > quoteLengthMax ? `${text.slice(0, quoteLengthMax)}…` : text;
}

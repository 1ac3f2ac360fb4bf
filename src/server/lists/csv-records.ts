import type { Readable } from "node:stream";
import { CsvError, type Options, type Parser, parse } from "csv-parse";
import { saying } from "../../texts/saying.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";

const recordBytesMax = 200_000;

type CsvOptions = Pick<Options, "delimiter" | "quote" | "from_line" | "relax_quotes">;
type Counted = { record: string[]; info: { records: number; empty_lines: number; lines: number } };

/**
 * Records of a CSV file, counted from 1 as spreadsheets do, and the line where each ends. They may have different numbers
 * of cells. Empty lines count, but are left out.
 * @throws DomainError `list_unreadable` with the row
 */
export async function* countedCsvRecords(
  source: Readable,
  options: CsvOptions,
): AsyncGenerator<{ record: string[]; row: number; line: number }> {
  const parser = parse({ ...usualOptions, ...options, info: true });
  for await (const { record, info } of recordsOf<Counted>(source, parser)) {
    yield { record, row: info.records + info.empty_lines, line: info.lines };
  }
}

/**
 * The same without numbers, which take most of the time of a long file.
 * @throws DomainError `unusable` for options that contradict each other; `list_unreadable` with the row
 */
export async function* csvRecords(source: Readable, options: CsvOptions, unusable: Refusal): AsyncGenerator<string[]> {
  let parser: Parser;
  try {
    parser = parse({ ...usualOptions, ...options });
  } catch (cause) {
    source.destroy();
    throw new DomainError(unusable, { field: "file", cause });
  }
  yield* recordsOf<string[]>(source, parser);
}

const usualOptions = {
  bom: true,
  relax_column_count: true,
  // Headings and rows that were written by different programs may end differently.
  record_delimiter: ["\r\n", "\n", "\r"],
  skip_empty_lines: true,
  max_record_size: recordBytesMax,
} satisfies Options;

async function* recordsOf<Kind>(source: Readable, parser: Parser): AsyncGenerator<Kind> {
  // Otherwise it makes an error of each record that has another number of cells than the first, and throws it away.
  const { state } = parser as Parser & { state: { record: readonly string[] } };
  Object.defineProperty(state, "expectedRecordLength", { get: () => state.record.length, set: () => undefined });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<Kind>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records) + Number(error.empty_lines) + 1;
    throw new DomainError(saying("refusals.list_unreadable.row", { row: String(row) }), {
      field: "file",
      cause: error,
    });
  } finally {
    source.destroy();
  }
}

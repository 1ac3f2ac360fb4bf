import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, type Options, parse } from "csv-parse";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** Other requests get a turn after so many rows. */
const rowsPerTurn = 500;
const recordBytesMax = 200_000;

type CsvRecord = { record: string[]; info: { lines: number } };

/**
 * Records of a CSV file, counted from 1, and the line where each ends. They may have different numbers of cells.
 * @throws DomainError `list_unreadable` with the row
 */
export async function* readCsvRecords(
  source: Readable,
  options: Pick<Options, "delimiter" | "quote" | "from" | "relax_quotes">,
): AsyncGenerator<{ record: string[]; row: number; line: number }> {
  const parser = parse({
    ...options,
    bom: true,
    relax_column_count: true,
    max_record_size: recordBytesMax,
    info: true,
  });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      row += 1;
      yield { record, row, line: info.lines };
      if (row % rowsPerTurn === 0) await nextTurn();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const refusal = saying("refusals.list_unreadable.row", { row: String(Number(error.records) + 1) });
    throw new DomainError(refusal, { field: "file", cause: error });
  } finally {
    source.destroy();
  }
}

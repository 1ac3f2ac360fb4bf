import { type RawBuilder, sql } from "kysely";
import { pageSize } from "../../contract/limits.ts";
import { saying } from "../../texts/saying.ts";
import { invalidFields } from "../refusals/domain-error.ts";

/** The requested part of a list: at most `limit` rows after the row of the cursor `after`. */
export type PartRequest = { limit?: number | undefined; after?: string | undefined };

/** One part of a list; `next` is the `after` of the next part, undefined at the end. */
export type Part<Row> = { rows: Row[]; next: string | undefined };

/** `-column` means descending. */
export function readSort<Column extends string>(
  sort: Column | `-${Column}`,
): { column: Column; isDescending: boolean } {
  return { column: sort.replace(/^-/, "") as Column, isDescending: sort.startsWith("-") };
}

/** Reads one part, and one row more to know whether there is a next part. */
export async function readPart<Row>(
  read: (count: number) => Promise<Row[]>,
  { limit = pageSize.default }: PartRequest,
  cursorOf: (last: Row) => string,
): Promise<Part<Row>> {
  const rows = await read(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last && cursorOf(last) };
}

export function mapPart<Row, Mapped>({ rows, next }: Part<Row>, map: (row: Row) => Mapped): Part<Mapped> {
  return { rows: rows.map(map), next };
}

/**
 * The pieces of a cursor, one per group of the pattern.
 * @throws DomainError `validation_failed` if it isn't a cursor of this list
 */
export function requireCursor(after: string, pattern: RegExp, isValid = (_pieces: string[]) => true): string[] {
  const pieces = pattern.exec(after)?.slice(1);
  if (!pieces || !isValid(pieces))
    throw invalidFields([{ path: "query.after", message: saying("validation.invalid") }]);
  return pieces;
}

/**
 * The id after which a part begins.
 * @param max of its column, if it is an integer
 * @throws DomainError `validation_failed`
 */
export function readIdCursor(after: string, max = Number.MAX_SAFE_INTEGER): number {
  return Number(requireCursor(after, /^(\d{1,15})$/, ([id]) => Number(id) <= max)[0]);
}

/** Microseconds since 1970, PostgreSQL's precision; a `Date` has milliseconds only. */
export function microsecondsOf(column: string) {
  return sql<string>`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::bigint::text`;
}

export function instantOfMicroseconds(microseconds: string): RawBuilder<Date> {
  return sql<Date>`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
}

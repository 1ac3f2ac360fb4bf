import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SampleSort } from "../../contract/desk-enums.ts";
import { instantOfMicroseconds, requireCursor } from "../database/list-parts.ts";

/** The values of a row's cursor. */
export type OrderedRow = { id: string; score: number; created_at_us: string; place_code: number };

/** An order of samples `d`. Indexes exist for all samples, for each quest's, and for those with evidence. */
export type SampleOrder = {
  by: RawBuilder<unknown>;
  /** The row's cursor, which only this order accepts. */
  cursorOf: (row: OrderedRow) => string;
  /** The condition for rows after a cursor. */
  behind: (cursor: string) => RawBuilder<SqlBool>;
};

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const micros = "\\d{1,16}";
// PostgreSQL's real takes this many digits.
const score = "\\d{1,7}(?:\\.\\d{1,9})?";

const byAge = (letter: string, direction: "ASC" | "DESC"): SampleOrder => {
  const pattern = new RegExp(`^${letter}(${micros})_(${id})$`);
  const [order, isBehind] =
    direction === "ASC" ? [sql`d.created_at, d.id`, sql`>`] : [sql`d.created_at DESC, d.id DESC`, sql`<`];
  return {
    by: order,
    cursorOf: (row) => `${letter}${row.created_at_us}_${row.id}`,
    behind: (cursor) => {
      const [createdAtUs = "", lastId] = requireCursor(cursor, pattern);
      return sql`(d.created_at, d.id) ${isBehind} (${instantOfMicroseconds(createdAtUs)}, ${lastId}::uuid)`;
    },
  };
};

/** One index for both directions: cleanest first is most doubtful first, reversed. */
const doubt = sql<number>`(- d.evidence_score)`;

const byScore = (letter: string, direction: "ASC" | "DESC"): SampleOrder => {
  const pattern = new RegExp(`^${letter}(${score})_(${micros})_(${id})$`);
  // All columns in one direction, so that the index finds the cursor.
  const [order, isBehind] =
    direction === "ASC"
      ? [sql`${doubt}, d.created_at, d.id`, sql`>`]
      : [sql`${doubt} DESC, d.created_at DESC, d.id DESC`, sql`<`];
  return {
    by: order,
    cursorOf: (row) => `${letter}${row.score}_${row.created_at_us}_${row.id}`,
    behind: (cursor) => {
      const [lastScore, createdAtUs = "", lastId] = requireCursor(cursor, pattern);
      return sql`(${doubt}, d.created_at, d.id)
        ${isBehind} (-${lastScore}::real, ${instantOfMicroseconds(createdAtUs)}, ${lastId}::uuid)`;
    },
  };
};

/** The columns that the orders use. */
export const orderColumns = sql`d.id, d.created_at, d.evidence_score, d.latitude, d.longitude`;

/** Sorts by location, as its index does. */
export const placeCode = sql<number>`place_code(d.latitude, d.longitude)`;

const placePattern = new RegExp(`^p(\\d{1,15})_(${id})$`);
const byPlace: SampleOrder = {
  by: sql`${placeCode}, d.id`,
  cursorOf: (row) => `p${row.place_code}_${row.id}`,
  behind: (cursor) => {
    const [lastCode, lastId] = requireCursor(cursor, placePattern);
    return sql`(${placeCode}, d.id) > (${lastCode}::bigint, ${lastId}::uuid)`;
  },
};

export const sampleOrders: Readonly<Record<SampleSort, SampleOrder>> = {
  oldest: byAge("", "ASC"),
  newest: byAge("n", "DESC"),
  evidence: byScore("e", "ASC"),
  clean: byScore("c", "DESC"),
  place: byPlace,
};

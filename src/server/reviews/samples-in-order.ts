import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SampleSort } from "../../contract/desk-enums.ts";
import type { SampleState } from "../../contract/enums.ts";
import { pageSize } from "../../contract/limits.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { instantOfMicroseconds, type PartRequest, requireCursor } from "../database/list-parts.ts";
import { allOf, inState, questConditions, type SampleFilter, sampleConditions } from "./sample-filter.ts";

/** The values of a row's cursor. */
type OrderedRow = { id: string; score: number; created_at_us: string; place_code: number };

/** An order of samples `d`. Indexes exist for all samples, for each quest's, and for those with evidence. */
type SampleOrder = {
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
const orderColumns = sql`d.id, d.created_at, d.evidence_score, d.latitude, d.longitude`;

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

export type SampleListRequest = PartRequest & SampleFilter & { state: SampleState; sort: SampleSort };

type Condition = RawBuilder<SqlBool>;
type FirstSamples = RawBuilder<{ id: string }>;

/** A query for the ids of one part of the list, plus one more. */
export async function findFirstSamples(db: Db, asking: Actor, request: SampleListRequest): Promise<FirstSamples> {
  const order = sampleOrders[request.sort];
  const count = (request.limit ?? pageSize.default) + 1;
  const conditions: Condition[] = [];
  // Second reviews are about decided samples, whatever their state.
  if (request.recheck === undefined) conditions.push(inState(request.state));
  if (request.after !== undefined) conditions.push(order.behind(request.after));
  const ofQuests = questConditions(asking, request);
  if (ofQuests.length > 0 && asksForQuestsOnly(request) && (await areFew(db, ofQuests))) {
    return firstOfQuests(ofQuests, conditions, order, count);
  }
  conditions.push(...(await sampleConditions(db, asking, request)));
  return sql`SELECT d.id FROM quest_data d WHERE ${allOf(conditions)} ORDER BY ${order.by} LIMIT ${count}`;
}

/** Filters that the merge of quests supports. */
const besideQuests = new Set<string>(["state", "sort", "limit", "after", "organization_id", "assigned"]);

function asksForQuestsOnly(request: SampleListRequest): boolean {
  return Object.entries(request).every(([name, value]) => value === undefined || besideQuests.has(name));
}

/** Above this, visiting each quest takes longer than skipping other quests' samples. */
const questsMax = 10_000;

async function areFew(db: Db, ofQuests: readonly Condition[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (
    SELECT FROM quests q WHERE ${allOf(ofQuests)} LIMIT ${questsMax + 1}) n`.execute(db);
  return (rows[0]?.count ?? 0) <= questsMax;
}

/**
 * In an order of all samples, those of some quests may be far from the start. Each quest has an index in each order,
 * and the first `count` samples are in the `count` quests whose own first samples come first.
 */
function firstOfQuests(
  ofQuests: readonly Condition[],
  conditions: readonly Condition[],
  { by }: SampleOrder,
  count: number,
): FirstSamples {
  const ofQuest = (id: RawBuilder<unknown>, limit: number) => sql`LATERAL (
    SELECT ${orderColumns} FROM quest_data d WHERE ${allOf([sql`d.quest_id = ${id}`, ...conditions])}
    ORDER BY ${by} LIMIT ${limit}) d`;
  return sql`SELECT d.id FROM (
      SELECT q.id FROM quests q, ${ofQuest(sql`q.id`, 1)} WHERE ${allOf(ofQuests)} ORDER BY ${by} LIMIT ${count}) q,
    ${ofQuest(sql`q.id`, count)} ORDER BY ${by} LIMIT ${count}`;
}

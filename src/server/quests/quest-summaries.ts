import { type RawBuilder, type SqlBool, sql } from "kysely";
import { maxId } from "../../contract/limits.ts";
import type {
  QuestCounts,
  QuestSummary,
  QuestSummaryFilter,
  QuestSummaryQuery,
} from "../../contract/quest-summaries.ts";
import { type QuestSort, questCountMax } from "../../contract/quest-table.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part, readPart, requireCursor } from "../database/list-parts.ts";
import { searchConditions } from "./quest-queries.ts";

/** How the quests of one order are found: from the table whose index has it, so that a part costs what it shows. */
type Order = {
  /** What the quest `q` is joined to. */
  from: RawBuilder<unknown>;
  /** The values before the quest's id, and the same of the quest that a cursor names. */
  key: RawBuilder<unknown>;
  keyAt: (cursor: Cursor) => RawBuilder<unknown>;
};
type Cursor = { id: number; count: number };

/** Of the quests `q` in order: where the table has one that moves, the cursor has its value. */
const ofQuest = (key: RawBuilder<unknown>): Order => ({
  from: sql`quests q`,
  key,
  keyAt: ({ id }) => sql`(SELECT ${key} FROM quests q WHERE q.id = ${id})`,
});
const ofFigures = (key: RawBuilder<unknown>): Order => ({
  from: sql`quest_figures f JOIN quests q ON q.id = f.quest_id`,
  key,
  keyAt: ({ count }) => sql`${count}::integer`,
});
const isFirstPlace = sql<SqlBool>`NOT EXISTS (
  SELECT FROM quest_locations e WHERE e.quest_id = l.quest_id AND e.id < l.id)`;
const placeName = sql`(sort_words(l.locality || ', ' || l.country) COLLATE "C")`;
const organizationName = sql`(sort_words(o.organization_name) COLLATE "C")`;

function orderOf(sort: QuestSort, isDescending: boolean): Order {
  switch (sort) {
    case "quest":
      return ofQuest(sql`(sort_words(q.quest_name) COLLATE "C")`);
    case "status":
      return ofQuest(sql`sort_status(q.quest_status)`);
    case "deadline":
      return ofQuest(
        isDescending ? sql`coalesce(q.quest_deadline, '-infinity')` : sql`coalesce(q.quest_deadline, 'infinity')`,
      );
    case "samples":
      return ofFigures(sql`f.sample_count`);
    case "applications":
      return ofFigures(sql`f.active_adventurer_count`);
    case "location":
      return {
        from: sql`quest_locations l JOIN quests q ON q.id = l.quest_id AND ${isFirstPlace}`,
        key: placeName,
        keyAt: ({ id }) =>
          sql`(SELECT ${placeName} FROM quest_locations l WHERE l.quest_id = ${id} ORDER BY l.id LIMIT 1)`,
      };
    case "organization":
      return {
        from: sql`organizations o JOIN quests q ON q.organization_id = o.id`,
        key: organizationName,
        keyAt: ({ id }) =>
          sql`(SELECT ${organizationName} FROM organizations o JOIN quests q ON q.organization_id = o.id WHERE q.id = ${id})`,
      };
  }
}

type Row = QuestSummary & { moving: number };

/**
 * One part of all quests, drafts included, as the administrators' table has them. Their samples are in order as the worker
 * counted them last; what the rows say is counted now.
 * @throws DomainError `validation_failed` for a cursor of another list
 */
export async function listQuestSummaries(db: Db, { sort, ...query }: QuestSummaryQuery): Promise<Part<QuestSummary>> {
  const isDescending = sort === undefined || sort.startsWith("-");
  const column = sort?.replace(/^-/, "") as QuestSort | undefined;
  const order = column && orderOf(column, isDescending);
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const conditions = conditionsOf(query);
  if (query.after !== undefined) {
    const cursor = readCursor(query.after);
    const isBehind = isDescending ? sql`<` : sql`>`;
    conditions.push(
      order
        ? sql<SqlBool>`(${order.key}, q.id) ${isBehind} (${order.keyAt(cursor)}, ${cursor.id}::integer)`
        : sql<SqlBool>`q.id < ${cursor.id}`,
    );
  }
  const chosen = (count: number) => sql`
    SELECT q.id, ${order ? order.key : sql`q.id`} AS key FROM ${order ? order.from : sql`quests q`}
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${order ? sql`${order.key} ${direction}, q.id ${direction}` : sql`q.id DESC`} LIMIT ${count}`;
  const select = async (count: number) => {
    const { rows } = await sql<Row>`
      SELECT q.id, q.quest_name, q.quest_status, q.quest_type, q.quest_deadline, q.adventurer_limit,
        o.organization_name, place.locality, place.country, f.adventurer_count, f.active_adventurer_count,
        n.sample_count, n.pending_count, n.accepted_count,
        ${column === "applications" ? sql`f.active_adventurer_count` : sql`f.sample_count`} AS moving
      FROM (${chosen(count)}) c
      JOIN quests q ON q.id = c.id
      JOIN organizations o ON o.id = q.organization_id
      JOIN quest_figures f ON f.quest_id = q.id
      LEFT JOIN LATERAL (
        SELECT l.locality, l.country FROM quest_locations l WHERE l.quest_id = q.id ORDER BY l.id LIMIT 1) place ON true
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(n.count), 0)::integer AS sample_count,
          coalesce(sum(n.count) FILTER (WHERE n.state = 'pending'), 0)::integer AS pending_count,
          coalesce(sum(n.count) FILTER (WHERE n.state = 'accepted'), 0)::integer AS accepted_count
        FROM sample_counts n WHERE n.quest_id = q.id) n
      ORDER BY c.key ${direction}, c.id ${direction}`.execute(db);
    return rows;
  };
  const part = await readPart(
    { limit: (count: number) => ({ execute: () => select(count) }) },
    query,
    ({ id, moving }) => `${id}_${moving}`,
  );
  return mapPart(part, ({ moving: _, ...summary }) => summary);
}

/** The last quest of the part before, and the count that it was in order by: counts move. */
function readCursor(after: string): Cursor {
  const [id, count] = requireCursor(after, /^([1-9]\d{0,9})_(\d{1,10})$/, (pieces) =>
    pieces.every((piece) => Number(piece) <= maxId),
  );
  return { id: Number(id), count: Number(count) };
}

function conditionsOf({ q, type, status, organization_id, protocol }: QuestSummaryFilter): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`true`, ...searchConditions(q ?? "")];
  if (type) conditions.push(sql<SqlBool>`q.quest_type = ${type}`);
  if (status) conditions.push(sql<SqlBool>`q.quest_status = ${status}`);
  if (organization_id !== undefined) conditions.push(sql<SqlBool>`q.organization_id = ${organization_id}`);
  if (protocol === "own") conditions.push(sql<SqlBool>`q.protocol_version IS NOT NULL`);
  return conditions;
}

/** Up to so many quests everything is counted now. */
const countedNowMax = 2_000;

/** How many quests a filter finds, and how much there is in all: where that is many, as the worker last counted. */
export async function countQuests(db: Db, filter: QuestSummaryFilter): Promise<QuestCounts> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== "");
  const { rows } = await sql<Omit<QuestCounts, "found">>`
    WITH few AS MATERIALIZED (SELECT adventurer_count FROM quest_figures LIMIT ${countedNowMax + 1}),
      size AS (SELECT count(*) AS quests, coalesce(sum(adventurer_count), 0) AS adventurers FROM few)
    SELECT quests::integer, adventurers::float8,
      (SELECT coalesce(sum(count), 0) FROM sample_counts)::float8 AS data_points
    FROM size WHERE quests <= ${countedNowMax}
    UNION ALL
    SELECT t.quests, t.adventurers::float8, t.data_points::float8
    FROM quest_totals t, size WHERE size.quests > ${countedNowMax}`.execute(db);
  const totals = rows[0] ?? { quests: 0, adventurers: 0, data_points: 0 };
  if (!isFiltered) return { found: Math.min(totals.quests, questCountMax), ...totals };
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (
    SELECT FROM quests q WHERE ${sql.join(conditionsOf(filter), sql` AND `)} LIMIT ${questCountMax}) s`.execute(db);
  return { found: found.rows[0]?.count ?? 0, ...totals };
}

/** Brings the counts of data points, and the totals, up to date: what the worker does now and then. */
export async function refreshQuestFigures(db: Db): Promise<void> {
  await sql`
    UPDATE quest_figures f SET sample_count = coalesce(n.count, 0)
    FROM quest_figures g LEFT JOIN (
      SELECT quest_id, sum(count)::integer AS count FROM sample_counts GROUP BY quest_id) n ON n.quest_id = g.quest_id
    WHERE f.quest_id = g.quest_id AND f.sample_count <> coalesce(n.count, 0)`.execute(db);
  await sql`
    UPDATE quest_totals t SET quests = s.quests, adventurers = s.adventurers, data_points = s.data_points
    FROM (SELECT count(*)::integer AS quests, coalesce(sum(adventurer_count), 0) AS adventurers,
      coalesce(sum(sample_count), 0) AS data_points FROM quest_figures) s
    WHERE (t.quests, t.adventurers, t.data_points) IS DISTINCT FROM (s.quests, s.adventurers, s.data_points)`.execute(
    db,
  );
}

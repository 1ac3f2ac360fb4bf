import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type QuestSort, questCountMax } from "../../contract/desk-tables.ts";
import type {
  QuestCounts,
  QuestSummary,
  QuestSummaryFilter,
  QuestSummaryQuery,
} from "../../contract/quest-summaries.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import type { Part } from "../database/list-parts.ts";
import { inScope, ofOrganizations } from "../teams/scope-queries.ts";
import { lifeColumns } from "./quest-life.ts";
import { searchConditions } from "./quest-queries.ts";
import {
  countsByState,
  orderByFigure,
  orderByName,
  orderByQuest,
  type QuestOrder,
  readQuestsInOrder,
} from "./quests-in-order.ts";

const isFirstPlace = sql<SqlBool>`NOT EXISTS (
  SELECT FROM quest_locations e WHERE e.quest_id = l.quest_id AND e.id < l.id)`;
const placeName = sql`(sort_words(l.locality || ', ' || l.country) COLLATE "C")`;

function orderOf(sort: QuestSort, isDescending: boolean): QuestOrder {
  switch (sort) {
    case "quest":
      return orderByName;
    case "status":
      return orderByQuest(sql`sort_status(q.quest_status)`);
    case "deadline":
      return orderByQuest(
        isDescending ? sql`coalesce(q.quest_deadline, '-infinity')` : sql`coalesce(q.quest_deadline, 'infinity')`,
      );
    case "samples":
      return orderByFigure("sample_count");
    case "applications":
      return orderByFigure("active_adventurer_count");
    case "location":
      return {
        from: sql`quest_locations l JOIN quests q ON q.id = l.quest_id AND ${isFirstPlace}`,
        id: sql`l.quest_id`,
        key: placeName,
        keyAt: ({ id }) =>
          sql`(SELECT ${placeName} FROM quest_locations l WHERE l.quest_id = ${id} ORDER BY l.id LIMIT 1)`,
      };
    case "organization":
      return {
        from: sql`organizations o JOIN quests q ON q.organization_id = o.id`,
        id: undefined,
        key: sql`o.sort_name`,
        keyAt: ({ id }) =>
          sql`(SELECT o.sort_name FROM organizations o JOIN quests q ON q.organization_id = o.id WHERE q.id = ${id})`,
      };
  }
}

/** Questions to the team of the quest `q` that wait for an answer. */
const openQuestionCount = sql<number>`(
  SELECT count(*)::int FROM questions AS u WHERE u.quest_id = q.id AND u.answered_at IS NULL)`;

/**
 * A part of a team's quests, including drafts, for the administrators' table. Sorts by the worker's last counts, but shows
 * current ones.
 * @throws DomainError `validation_failed` for a cursor of another list
 */
export function listQuestSummaries(db: Db, scope: Scope, query: QuestSummaryQuery): Promise<Part<QuestSummary>> {
  return readQuestsInOrder(db, query, orderOf, {
    conditions: conditionsOf(scope, query),
    columns: sql`q.id, q.quest_name, q.quest_status, q.quest_type, q.quest_deadline, q.adventurer_limit, q.target_total,
      o.organization_name, place.locality, place.country, f.adventurer_count, f.active_adventurer_count,
      n.sample_count, n.pending_count, n.accepted_count, ${openQuestionCount} AS open_question_count, ${lifeColumns}`,
    joins: sql`
      JOIN organizations o ON o.id = q.organization_id
      LEFT JOIN LATERAL (
        SELECT l.locality, l.country FROM quest_locations l WHERE l.quest_id = q.id ORDER BY l.id LIMIT 1) place ON true
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(n.count), 0)::integer AS sample_count, ${countsByState}
        FROM sample_counts n WHERE n.quest_id = q.id) n`,
  });
}

function conditionsOf(
  scope: Scope,
  { q, type, status, organization_id, protocol, archived, questions }: QuestSummaryFilter,
): RawBuilder<SqlBool>[] {
  const conditions = [inScope(scope), ...searchConditions(q ?? "")];
  if (archived === "only") conditions.push(sql<SqlBool>`q.archived_at IS NOT NULL`);
  else if (questions !== "open") conditions.push(sql<SqlBool>`q.archived_at IS NULL`);
  if (questions === "open")
    conditions.push(sql<SqlBool>`q.id IN (SELECT quest_id FROM questions WHERE answered_at IS NULL)`);
  if (type) conditions.push(sql<SqlBool>`q.quest_type = ${type}`);
  if (status) conditions.push(sql<SqlBool>`q.quest_status = ${status}`);
  if (organization_id !== undefined) conditions.push(sql<SqlBool>`q.organization_id = ${organization_id}`);
  if (protocol === "own") conditions.push(sql<SqlBool>`q.protocol_version IS NOT NULL`);
  return conditions;
}

/** Up to this many quests everything is counted now. */
const countedNowMax = 2_000;

/** How many quests match, and their totals; large numbers come from the worker's last counts. */
export async function countQuests(db: Db, scope: Scope, filter: QuestSummaryFilter): Promise<QuestCounts> {
  const totals = scope === "all" ? await totalOfAll(db) : await totalOf(db, scope);
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (
    SELECT FROM quests q WHERE ${sql.join(conditionsOf(scope, filter), sql` AND `)} LIMIT ${questCountMax}) s`.execute(
    db,
  );
  return { found: found.rows[0]?.count ?? 0, ...totals };
}

type Totals = Omit<QuestCounts, "found">;
const nothing: Totals = { quests: 0, adventurers: 0, data_points: 0 };

/** The trigger function `count_adventurers` counts volunteers, `count_samples` data points. */
async function totalOfAll(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    WITH few AS MATERIALIZED (SELECT adventurer_count FROM quest_figures LIMIT ${countedNowMax + 1}),
      size AS (SELECT count(*) AS quests, coalesce(sum(adventurer_count), 0) AS adventurers FROM few)
    SELECT quests::integer, adventurers::float8,
      (SELECT coalesce(sum(count), 0) FROM sample_counts)::float8 AS data_points
    FROM size WHERE quests <= ${countedNowMax}
    UNION ALL
    SELECT t.quests, t.adventurers::float8, t.data_points::float8
    FROM quest_totals t, size WHERE size.quests > ${countedNowMax}`.execute(db);
  return rows[0] ?? nothing;
}

async function totalOf(db: Db, organizations: readonly number[]): Promise<Totals> {
  const { rows } = await sql<Totals>`
    SELECT count(*)::integer AS quests, coalesce(sum(f.adventurer_count), 0)::float8 AS adventurers,
      coalesce(sum(n.data_points), 0)::float8 AS data_points
    FROM quests q JOIN quest_figures f ON f.quest_id = q.id
    CROSS JOIN LATERAL (SELECT sum(n.count) AS data_points FROM sample_counts n WHERE n.quest_id = q.id) n
    WHERE ${ofOrganizations(organizations)}`.execute(db);
  return rows[0] ?? nothing;
}

/** Updates data point counts and totals; the worker runs it regularly. */
export async function refreshQuestFigures(db: Db): Promise<void> {
  await sql`
    UPDATE quest_figures f SET sample_count = n.sample_count, pending_count = n.pending_count,
      accepted_count = n.accepted_count, denied_count = n.denied_count, change_requested_count = n.change_requested_count
    FROM (
      SELECT g.quest_id, coalesce(sum(n.count), 0)::integer AS sample_count, ${countsByState}
      FROM quest_figures g LEFT JOIN sample_counts n ON n.quest_id = g.quest_id GROUP BY g.quest_id) n
    WHERE f.quest_id = n.quest_id
      AND (f.sample_count, f.pending_count, f.accepted_count, f.denied_count, f.change_requested_count)
        <> (n.sample_count, n.pending_count, n.accepted_count, n.denied_count, n.change_requested_count)`.execute(db);
  await sql`
    UPDATE quest_totals t SET quests = s.quests, adventurers = s.adventurers, data_points = s.data_points
    FROM (SELECT count(*)::integer AS quests, coalesce(sum(adventurer_count), 0) AS adventurers,
      coalesce(sum(sample_count), 0) AS data_points FROM quest_figures) s
    WHERE (t.quests, t.adventurers, t.data_points) IS DISTINCT FROM (s.quests, s.adventurers, s.data_points)`.execute(
    db,
  );
}

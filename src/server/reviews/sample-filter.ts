import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SampleState } from "../../contract/enums.ts";
import type { SampleFilterFields } from "../../contract/reviews.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { searchConditions } from "../quests/quest-queries.ts";
import { ofOrganizations } from "../teams/scope-queries.ts";
import { isDrawnFor } from "./rechecks.ts";

/** The filter of a list of samples, without the state. */
export type SampleFilter = Omit<SampleFilterFields, "state">;

type Condition = RawBuilder<SqlBool>;

/**
 * Whether an id belongs to a quest `q` with these conditions. Quests come first, so that the planner knows their
 * number.
 */
export function isQuest(id: RawBuilder<unknown>, conditions: readonly Condition[]): Condition {
  return sql`${id} = ANY(ARRAY(SELECT q.id FROM quests q WHERE ${allOf(conditions)}))`;
}

/** Conditions on a sample's quest `q`; empty for all quests. */
export function questConditions(
  { username, scope }: Actor,
  { organization_id, assigned }: Pick<SampleFilter, "organization_id" | "assigned">,
): Condition[] {
  const conditions: Condition[] = [];
  if (scope !== "all") conditions.push(ofOrganizations(scope));
  if (organization_id !== undefined) conditions.push(ofOrganizations([organization_id]));
  if (assigned !== undefined) {
    conditions.push(sql`q.id = ANY(ARRAY(SELECT quest_id FROM review_assignments WHERE reviewer = ${username}))`);
  }
  return conditions;
}

/** Conditions on a data point `d`, without its state. */
export async function sampleConditions(db: Db, asking: Actor, filter: SampleFilter): Promise<Condition[]> {
  const conditions: Condition[] = [];
  const where = (condition: Condition) => void conditions.push(condition);
  const ofQuests = questConditions(asking, filter);
  if (ofQuests.length > 0) where(isQuest(sql`d.quest_id`, ofQuests));
  if (filter.quest_id !== undefined) where(sql`d.quest_id = ${filter.quest_id}`);
  if (filter.adventurer_id !== undefined) where(sql`d.adventurer_id = ${filter.adventurer_id}`);
  if (filter.evidence !== undefined)
    where(sql`d.evidence_codes @> ARRAY[${filter.evidence}::text] AND d.evidence_codes <> '{}'`);
  if (filter.from !== undefined) where(sql`d.created_at >= ${filter.from}::timestamptz`);
  if (filter.before !== undefined) where(sql`d.created_at < ${filter.before}::timestamptz`);
  if (filter.accuracy_min !== undefined) where(sql`d.accuracy >= ${filter.accuracy_min}::double precision`);
  if (filter.accuracy_max !== undefined) where(sql`d.accuracy <= ${filter.accuracy_max}::double precision`);
  if (filter.recheck !== undefined) where(isDrawnFor(asking.username));
  for (const condition of await wordConditions(db, wordsOf(filter.q ?? ""))) where(condition);
  return conditions;
}

export function inState(state: SampleState): Condition {
  return state === "pending" ? sql`d.review_decision IS NULL` : sql`d.review_decision = ${state}`;
}

export function allOf(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` AND `)}`;
}

const wordsMax = 8;

const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => normalizeSearchText(word) !== "")
    .slice(0, wordsMax);

/**
 * Each word must be in the quest's name, or start the volunteer's name, a value or the id. Words that only values can
 * match are searched together.
 */
async function wordConditions(db: Db, words: readonly string[]): Promise<Condition[]> {
  const conditions: Condition[] = [];
  const inValues: string[] = [];
  for (const word of words) {
    const ways = await findWaysBesideValues(db, word);
    if (ways.length === 0) inValues.push(word);
    else conditions.push(sql`(${sql.join([...ways, hasValues([word])], sql` OR `)})`);
  }
  return inValues.length === 0 ? conditions : [...conditions, hasValues(inValues)];
}

/** Looks quests and volunteers up first, so that each alternative has an index. */
async function findWaysBesideValues(db: Db, word: string): Promise<Condition[]> {
  const form = normalizeSearchText(word);
  // The search text contains the names and has an index.
  const { rows: found } = await sql<{ id: number; names: string[] }>`
    SELECT id, ARRAY[quest_name] || ARRAY(SELECT value ->> 'quest_name' FROM jsonb_each(translated_names)) AS names
    FROM quests q WHERE ${allOf(searchConditions(word))}`.execute(db);
  const quests = found.filter(({ names }) => names.some((name) => normalizeSearchText(name).includes(form)));
  const { rows: adventurers } = await sql<{ id: string }>`
    SELECT id FROM adventurers WHERE lower(id) LIKE ${`${form.replace(/[\\%_]/g, "\\$&")}%`}`.execute(db);
  const ids = idsBeginningWith(form);
  const ways: Condition[] = [];
  if (quests.length > 0) ways.push(sql`d.quest_id = ANY(${quests.map(({ id }) => id)}::int[])`);
  if (adventurers.length > 0) ways.push(sql`d.adventurer_id = ANY(${adventurers.map(({ id }) => id)}::text[])`);
  if (ids) ways.push(sql`d.id BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid`);
  return ways;
}

/** Each word starts one of the values. */
const hasValues = (words: readonly string[]): Condition =>
  sql`words_of_values(d.additional_data) @@ words_asked(${words}::text[])`;

/** The range of ids that start with this; undefined if none can, or for fewer than 4 digits. */
function idsBeginningWith(word: string): { from: string; to: string } | undefined {
  if (!/^[0-9a-f]{4}[0-9a-f-]{0,32}$/.test(word)) return undefined;
  const digits = word.replaceAll("-", "");
  if (digits.length > 32) return undefined;
  return { from: digits.padEnd(32, "0"), to: digits.padEnd(32, "f") };
}

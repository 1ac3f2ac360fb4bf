import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SampleSort } from "../../contract/desk-enums.ts";
import type { SampleState } from "../../contract/enums.ts";
import { pageSize } from "../../contract/limits.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import type { PartRequest } from "../database/list-parts.ts";
import { allOf, inState, questConditions, type SampleFilter, sampleConditions } from "./sample-filter.ts";
import { orderColumns, type SampleOrder, sampleOrders } from "./sample-order.ts";

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

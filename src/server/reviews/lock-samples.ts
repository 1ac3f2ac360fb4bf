import { sql } from "kysely";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findOwnDataPoints } from "./own-data-points.ts";
import type { ReviewedPoint, StandingDecision } from "./review-rules.ts";

/** A data point that is locked until the transaction ends. */
export type LockedSample = ReviewedPoint & {
  id: string;
  adventurer_id: string;
  quest_id: number;
  organization_id: number;
  newest: (StandingDecision & { id: number }) | undefined;
};

/**
 * Locks the existing data points of these ids; keys are lower-case ids. Always in id order, which prevents deadlocks.
 */
export async function lockSamples(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedSample>> {
  const { rows: points } = await sql<Omit<LockedSample, "newest">>`
    SELECT d.id, d.adventurer_id, d.quest_id, q.organization_id, d.revision, d.edited_at
    FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.id = ANY(${ids}::uuid[]) ORDER BY d.id FOR UPDATE OF d`.execute(tx);
  // A separate statement, which sees decisions made while this transaction waited for the lock.
  const { rows: decisions } = await sql<StandingDecision & { id: number; quest_data_id: string }>`
    SELECT DISTINCT ON (quest_data_id) id, quest_data_id, decision, reviewed_by, reviewed_at, revision FROM reviews
    WHERE quest_data_id = ANY(${points.map(({ id }) => id)}::uuid[]) AND undone_at IS NULL
    ORDER BY quest_data_id, id DESC`.execute(tx);
  const newest = new Map(decisions.map(({ quest_data_id, ...decision }) => [quest_data_id, decision]));
  return new Map(points.map((point) => [point.id, { ...point, newest: newest.get(point.id) }]));
}

/**
 * Locks a data point that the reviewer may decide on.
 * @throws DomainError `data_point_not_found`, `forbidden`; `own_data_point` if they measured it and others could decide
 */
export async function lockDecidable(tx: Tx, id: string, { username, scope }: Actor): Promise<LockedSample> {
  const sample = (await lockSamples(tx, [id])).get(id.toLowerCase());
  if (!sample) throw new DomainError("data_point_not_found");
  requireInScope(scope, sample.organization_id);
  const own = await findOwnDataPoints(tx, username, [sample]);
  if (own.get(sample.id) === "refused") throw new DomainError("own_data_point");
  return sample;
}

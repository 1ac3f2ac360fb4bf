import { sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Tx } from "../database/connection.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueReviewPushes } from "../notices/push-queries.ts";
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

/** A stored decision. */
export type RecordedDecision = { review_id: number; decision: ReviewDecision; own_data_point: boolean };

export type Decision = { decision: ReviewDecision; comment: string | null; reviewedBy: string };

/**
 * Stores one decision on locked data points, in the history and as each point's newest, and notifies the volunteers.
 * All decisions are stored here: on one, on many, and second reviews.
 */
export async function recordDecision(
  tx: Tx,
  samples: readonly LockedSample[],
  { decision, comment, reviewedBy }: Decision,
): Promise<RecordedDecision[]> {
  if (samples.length === 0) return [];
  // The API has milliseconds, so that a returned time can be compared.
  const { rows: recorded } = await sql<{ id: number; own_data_point: boolean }>`
    WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS reviewed_at)
    INSERT INTO reviews (quest_data_id, decision, comment, reviewed_by, reviewed_at, revision, news_before, own_data_point)
    SELECT d.id, ${decision}, ${comment}, ${reviewedBy}, moment.reviewed_at, d.revision, d.news_at, d.adventurer_id = ${reviewedBy}
    FROM quest_data d, moment WHERE d.id = ANY(${samples.map(({ id }) => id)}::uuid[])
    RETURNING id, own_data_point`.execute(tx);
  // The rest follows by triggers: `count_samples`, `count_quest_days`, `publish_again`, `announce_point` (ARCHITECTURE.md).
  await sql`
    UPDATE quest_data d SET review_decision = r.decision, news_at = r.reviewed_at
    FROM reviews r WHERE r.id = ANY(${recorded.map(({ id }) => id)}::bigint[]) AND d.id = r.quest_data_id`.execute(tx);
  const volunteers = samples.map(({ adventurer_id }) => adventurer_id);
  await enqueueDigests(tx, volunteers);
  await enqueueReviewPushes(tx, volunteers);
  return recorded.map(({ id, own_data_point }) => ({ review_id: id, decision, own_data_point }));
}

/** Undoes the newest decision on each data point: it stays in the history, and the one before counts again. */
export async function takeBackDecision(tx: Tx, samples: readonly LockedSample[]): Promise<void> {
  if (samples.length === 0) return;
  await sql`
    WITH undone AS (
      UPDATE reviews SET undone_at = date_trunc('milliseconds', clock_timestamp())
      WHERE id = ANY(${samples.flatMap(({ newest }) => newest?.id ?? [])}::bigint[])
      RETURNING id, quest_data_id, reviewed_at, news_before)
    UPDATE quest_data d SET
      review_decision = (
        SELECT r.decision FROM reviews r
        WHERE r.quest_data_id = d.id AND r.revision = d.revision AND r.undone_at IS NULL AND r.id <> undone.id
        ORDER BY r.id DESC LIMIT 1),
      -- What came to its adventurer's notice later stays news, and what they have seen is none.
      news_at = CASE WHEN d.news_at = undone.reviewed_at THEN undone.news_before ELSE d.news_at END
    FROM undone WHERE d.id = undone.quest_data_id`.execute(tx);
}

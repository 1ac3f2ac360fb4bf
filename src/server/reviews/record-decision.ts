import { sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Tx } from "../database/connection.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { enqueueReviewPushes } from "../notices/push-queries.ts";
import type { LockedSample } from "./lock-samples.ts";

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

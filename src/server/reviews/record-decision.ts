import { sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Tx } from "../database/connection.ts";
import { enqueueDigests } from "../mails/enqueue-digests.ts";
import type { LockedSample } from "./lock-samples.ts";

/** As it stands among the decisions. */
export type RecordedDecision = { review_id: number; decision: ReviewDecision; own_data_point: boolean };

export type Decision = { decision: ReviewDecision; comment: string | null; reviewedBy: string };

/**
 * One decision on data points that are locked. It is kept among all decisions on each, and as the newest with the data point,
 * to whose adventurer it is news. Every way to decide ends here: on one, on many, and a second look.
 */
export async function recordDecision(
  tx: Tx,
  samples: readonly LockedSample[],
  { decision, comment, reviewedBy }: Decision,
): Promise<RecordedDecision[]> {
  if (samples.length === 0) return [];
  // The wire has milliseconds: a time that was sent and comes back is the same one.
  const { rows: recorded } = await sql<{ id: number; own_data_point: boolean }>`
    WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS reviewed_at)
    INSERT INTO reviews (quest_data_id, decision, comment, reviewed_by, reviewed_at, revision, news_before, own_data_point)
    SELECT d.id, ${decision}, ${comment}, ${reviewedBy}, moment.reviewed_at, d.revision, d.news_at, d.adventurer_id = ${reviewedBy}
    FROM quest_data d, moment WHERE d.id = ANY(${samples.map(({ id }) => id)}::uuid[])
    RETURNING id, own_data_point`.execute(tx);
  await sql`
    UPDATE quest_data d SET review_decision = r.decision, news_at = r.reviewed_at
    FROM reviews r WHERE r.id = ANY(${recorded.map(({ id }) => id)}::bigint[]) AND d.id = r.quest_data_id`.execute(tx);
  await enqueueDigests(
    tx,
    samples.map(({ adventurer_id }) => adventurer_id),
  );
  return recorded.map(({ id, own_data_point }) => ({ review_id: id, decision, own_data_point }));
}

/** Takes the newest decision on each of the data points back: it stays in the history, and what was before counts again. */
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

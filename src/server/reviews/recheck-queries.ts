import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Db, Tx } from "../database/connection.ts";

/** Marks decisions for a second review. */
export async function insertDraws(tx: Tx, reviewIds: readonly number[]): Promise<void> {
  if (reviewIds.length === 0) return;
  await tx
    .insertInto("review_rechecks")
    .values(reviewIds.map((review_id) => ({ review_id })))
    .execute();
}

/**
 * Open draws `c` of decisions `r`: `r` is the newest decision on the current revision that was not undone. So undoing
 * or replacing a decision closes its draw, and restoring it reopens it.
 */
const openDraws = sql`review_rechecks c
  JOIN reviews r ON r.id = c.review_id
  JOIN quest_data p ON p.id = r.quest_data_id AND p.revision = r.revision
  WHERE (c.checked_at IS NULL OR c.second_review_id IS NOT NULL) AND r.undone_at IS NULL
    AND NOT EXISTS (
      SELECT FROM reviews n WHERE n.quest_data_id = r.quest_data_id AND n.id > r.id AND n.undone_at IS NULL)`;

/**
 * Whether a data point `d` is drawn for this reviewer, who neither decided first nor measured it. Starts with the
 * draws, which are few.
 */
export function isDrawnFor(username: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`d.id = ANY(ARRAY(SELECT r.quest_data_id FROM ${openDraws} AND r.reviewed_by <> ${username} AND p.adventurer_id <> ${username}))`;
}

export type Draw = { review_id: number; decision: ReviewDecision; reviewed_by: string };

/** The open draw of a data point. */
export async function findOpenDraw(db: Db, dataPointId: string): Promise<Draw | undefined> {
  const { rows } = await sql<Draw>`
    SELECT c.review_id, r.decision, r.reviewed_by FROM ${openDraws} AND r.quest_data_id = ${dataPointId}`.execute(db);
  return rows[0];
}

export type SecondLook = {
  reviewer: string;
  decision: ReviewDecision;
  comment: string | null;
  /** Set if it differs from the first decision. */
  reviewId: number | null;
};

export async function setSecondLook(tx: Tx, reviewId: number, look: SecondLook): Promise<void> {
  await tx
    .updateTable("review_rechecks")
    .set({
      second_reviewer: look.reviewer,
      second_decision: look.decision,
      second_comment: look.reviewId === null ? look.comment : null,
      second_review_id: look.reviewId,
      checked_at: sql`now()`,
    })
    .where("review_id", "=", reviewId)
    .execute();
}

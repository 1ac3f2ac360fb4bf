import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockDecidable, type RecordedDecision, recordDecision } from "./record-decision.ts";
import { decide } from "./review-rules.ts";

/**
 * A second review of a drawn decision. If it differs, it counts from now on and the volunteer is notified; the first
 * one stays in the history.
 * @throws DomainError `comment_required`, `data_point_not_found`, `forbidden`, `own_data_point`; `recheck_not_drawn` if
 * nothing is drawn, the reviewer decided first, or someone else was faster
 */
export async function recheckSample(
  db: Db,
  id: string,
  reviewer: Actor,
  payload: { decision: ReviewDecision; comment?: string | null | undefined },
): Promise<void> {
  const { decision, comment } = decide(payload);
  const { username } = reviewer;
  await transaction(db, async (tx) => {
    const sample = await lockDecidable(tx, id, reviewer);
    const draw = await findOpenDraw(tx, id);
    if (!draw || draw.reviewed_by === username) throw new DomainError("recheck_not_drawn");
    const [recorded] =
      decision === draw.decision ? [] : await recordDecision(tx, [sample], { decision, comment, reviewedBy: username });
    await setSecondLook(tx, draw.review_id, {
      reviewer: username,
      decision,
      comment,
      reviewId: recorded?.review_id ?? null,
    });
  });
}

/** `percent` of decisions get a second review; `random` returns a number from 0 to less than 1. */
export type RecheckLot = { percent: number; random: () => number };

/**
 * Randomly selects decisions for a second review, independently, so that they can't be predicted. Includes denied ones,
 * because kappa needs both answers (`agreementOf`), but not change requests, whose data points come back anyway.
 * Decisions on one's own data points are always selected.
 */
export async function drawForRecheck(
  tx: Tx,
  { percent, random }: RecheckLot,
  decisions: readonly RecordedDecision[],
): Promise<void> {
  const drawn = decisions.filter(
    ({ decision, own_data_point }) => decision !== "change_requested" && (own_data_point || random() * 100 < percent),
  );
  await insertDraws(
    tx,
    drawn.map(({ review_id }) => review_id),
  );
}

/** Marks decisions for a second review. */
async function insertDraws(tx: Tx, reviewIds: readonly number[]): Promise<void> {
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

type Draw = { review_id: number; decision: ReviewDecision; reviewed_by: string };

/** The open draw of a data point. */
async function findOpenDraw(db: Db, dataPointId: string): Promise<Draw | undefined> {
  const { rows } = await sql<Draw>`
    SELECT c.review_id, r.decision, r.reviewed_by FROM ${openDraws} AND r.quest_data_id = ${dataPointId}`.execute(db);
  return rows[0];
}

type SecondLook = {
  reviewer: string;
  decision: ReviewDecision;
  comment: string | null;
  /** Set if it differs from the first decision. */
  reviewId: number | null;
};

async function setSecondLook(tx: Tx, reviewId: number, look: SecondLook): Promise<void> {
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

import { undoMs } from "../../contract/desk-limits.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** A decision that was not undone. */
export type StandingDecision = { decision: ReviewDecision; reviewed_by: string; reviewed_at: Date; revision: number };

/** What the decision rules need: a data point's state and history. */
export type ReviewedPoint = {
  revision: number;
  edited_at: Date | null;
  /** The newest decision that was not undone, of any revision. */
  newest: StandingDecision | undefined;
};

/** What the reviewer saw; missing fields aren't compared. */
export type SeenPoint = Pick<ReviewPayload, "edited_at" | "revision" | "seen_review">;

/**
 * Why a reviewer may not decide on what they saw: `data_point_changed` if it has changed, `already_reviewed` if someone
 * else decided and the reviewer didn't see that. Reviewers may always replace their own decisions.
 */
export function findDecisionConflict(point: ReviewedPoint, seen: SeenPoint, reviewer: string): DomainError | undefined {
  const isAnother =
    (seen.revision !== undefined && seen.revision !== point.revision) ||
    (seen.edited_at !== undefined && !isSameInstant(seen.edited_at, point.edited_at));
  if (isAnother) return new DomainError("data_point_changed");
  const standing = findStandingDecision(point);
  if (!standing || standing.reviewed_by === reviewer) return undefined;
  return isSameInstant(seen.seen_review ?? null, standing.reviewed_at) ? undefined : alreadyReviewed(standing);
}

/**
 * Why a reviewer may not undo the newest decision: it is on an older revision (`data_point_changed`), someone else's
 * (`already_reviewed`), or missing or too old (`undo_too_late`).
 */
export function findUndoConflict(point: ReviewedPoint, reviewer: string, now: Date): DomainError | undefined {
  const { newest } = point;
  if (!newest) return new DomainError("undo_too_late");
  if (newest.revision !== point.revision) return new DomainError("data_point_changed");
  if (newest.reviewed_by !== reviewer) return alreadyReviewed(newest);
  return now.getTime() - newest.reviewed_at.getTime() > undoMs.taken ? new DomainError("undo_too_late") : undefined;
}

/** The decision that sets the state; undefined while pending. */
export function findStandingDecision({ newest, revision }: ReviewedPoint): StandingDecision | undefined {
  return newest?.revision === revision ? newest : undefined;
}

function alreadyReviewed({ reviewed_by, decision }: StandingDecision): DomainError {
  return new DomainError(saying("refusals.already_reviewed", { reviewer: reviewed_by, decision }));
}

function isSameInstant(text: string | null, instant: Date | null): boolean {
  return text === null || instant === null ? text === instant : Date.parse(text) === instant.getTime();
}

/**
 * A decision to store: the comment trimmed, or null.
 * @throws DomainError `comment_required`: a change request must say what to change
 */
export function decide(payload: Pick<ReviewPayload, "decision" | "comment">): {
  decision: ReviewDecision;
  comment: string | null;
} {
  const comment = payload.comment?.trim() || null;
  if (payload.decision === "change_requested" && comment === null) {
    throw new DomainError("comment_required", { field: "comment" });
  }
  return { decision: payload.decision, comment };
}

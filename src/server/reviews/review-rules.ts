import type { ReviewDecision } from "../../contract/enums.ts";
import { undoMs } from "../../contract/limits.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** A decision that was not undone. */
export type StandingDecision = { decision: ReviewDecision; reviewed_by: string; reviewed_at: Date; revision: number };

/** What a decision depends on: which state a data point has, and how it came to it. */
export type ReviewedPoint = {
  revision: number;
  edited_at: Date | null;
  /** The newest that was not undone, of any revision. */
  newest: StandingDecision | undefined;
};

/** What a reviewer had before them when they decided; what is left out makes no difference. */
export type SeenPoint = Pick<ReviewPayload, "edited_at" | "revision" | "seen_review">;

/**
 * Why a reviewer may not decide on a data point as they saw it: `data_point_changed` where it is another one by now,
 * `already_reviewed` where somebody else has decided and they do not say that they know. Everybody may decide again on what
 * they decided themselves.
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
 * Why a reviewer may not take back the newest decision on a data point: it is of a former revision (`data_point_changed`),
 * somebody else's (`already_reviewed`), or too old, or there is none (`undo_too_late`).
 */
export function findUndoConflict(point: ReviewedPoint, reviewer: string, now: Date): DomainError | undefined {
  const { newest } = point;
  if (!newest) return new DomainError("undo_too_late");
  if (newest.revision !== point.revision) return new DomainError("data_point_changed");
  if (newest.reviewed_by !== reviewer) return alreadyReviewed(newest);
  return now.getTime() - newest.reviewed_at.getTime() > undoMs.taken ? new DomainError("undo_too_late") : undefined;
}

/** The decision that makes the state of a data point; undefined while it waits. */
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
 * A decision as it is kept: the comment trimmed, null where there is none.
 * @throws DomainError `comment_required`: a change can only be made by somebody who knows which
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

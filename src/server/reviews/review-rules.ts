import type { ReviewDecision } from "../../contract/enums.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * Nobody decides on what they have not seen.
 * @throws DomainError `data_point_changed`
 */
export function requireSeen({ edited_at: seen }: ReviewPayload, editedAt: Date | null): void {
  if (seen === undefined) return;
  const seenAtMs = seen === null ? undefined : Date.parse(seen);
  if (seenAtMs !== editedAt?.getTime()) throw new DomainError("data_point_changed");
}

/**
 * A decision as it is kept: the comment trimmed, null where there is none.
 * @throws DomainError `comment_required`: a change can only be made by somebody who knows which
 */
export function decide(payload: ReviewPayload): { decision: ReviewDecision; comment: string | null } {
  const comment = payload.comment?.trim() || null;
  if (payload.decision === "change_requested" && comment === null) {
    throw new DomainError("comment_required", { field: "comment" });
  }
  return { decision: payload.decision, comment };
}

import type { ReviewDecision } from "../../contract/enums.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import { DomainError } from "../refusals/domain-error.ts";

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

import type { ReviewDecision } from "../../contract/enums.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockDecidable } from "./lock-samples.ts";
import { findOpenDraw, setSecondLook } from "./recheck-queries.ts";
import { recordDecision } from "./record-decision.ts";
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

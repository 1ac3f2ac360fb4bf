import type { ReviewPayload } from "../../contract/reviews.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { drawForRecheck, type RecheckLot } from "./draw-for-recheck.ts";
import { lockDecidable } from "./lock-samples.ts";
import { recordDecision } from "./record-decision.ts";
import { decide, findDecisionConflict } from "./review-rules.ts";

/**
 * Decides on a data point. Reviewers may decide repeatedly; the newest decision counts.
 * @throws DomainError `comment_required`, `data_point_not_found`, `forbidden`, `own_data_point`, `data_point_changed`,
 * `already_reviewed`
 */
export async function reviewDataPoint(
  { db, recheckLot }: { db: Db; recheckLot: RecheckLot },
  id: string,
  reviewer: Actor,
  payload: ReviewPayload,
): Promise<void> {
  const decision = decide(payload);
  await transaction(db, async (tx) => {
    const sample = await lockDecidable(tx, id, reviewer);
    const conflict = findDecisionConflict(sample, payload, reviewer.username);
    if (conflict) throw conflict;
    const recorded = await recordDecision(tx, [sample], { ...decision, reviewedBy: reviewer.username });
    await drawForRecheck(tx, recheckLot, recorded);
  });
}

import type { ReviewPayload } from "../../contract/reviews.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { drawForRecheck, type RecheckLot } from "./draw-for-recheck.ts";
import { lockSamples } from "./lock-samples.ts";
import { requireDecidable } from "./own-data-points.ts";
import { recordDecision } from "./record-decision.ts";
import { decide, findDecisionConflict } from "./review-rules.ts";
import { type Reviewer, requireInScope } from "./review-scope.ts";

/**
 * Decides on a data point. Reviewers may decide repeatedly; the newest decision counts.
 * @throws DomainError `comment_required`, `data_point_not_found`, `forbidden`, `own_data_point`, `data_point_changed`,
 * `already_reviewed`
 */
export async function reviewDataPoint(
  { db, recheckLot }: { db: Db; recheckLot: RecheckLot },
  id: string,
  reviewer: Reviewer,
  payload: ReviewPayload,
): Promise<void> {
  const decision = decide(payload);
  await transaction(db, async (tx) => {
    const sample = (await lockSamples(tx, [id])).get(id.toLowerCase());
    if (!sample) throw new DomainError("data_point_not_found");
    requireInScope(reviewer.scope, sample.organization_id);
    await requireDecidable(tx, reviewer.username, sample);
    const conflict = findDecisionConflict(sample, payload, reviewer.username);
    if (conflict) throw conflict;
    const recorded = await recordDecision(tx, [sample], { ...decision, reviewedBy: reviewer.username });
    await drawForRecheck(tx, recheckLot, recorded);
  });
}

import type { Decisions, ReviewsPayload } from "../../contract/reviews.ts";
import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { prepareDecisions } from "./decide-on-many.ts";
import { drawForRecheck, type RecheckLot } from "./draw-for-recheck.ts";
import { recordDecision } from "./record-decision.ts";
import { decide, findDecisionConflict, type SeenPoint } from "./review-rules.ts";

/**
 * Decides on many data points in one transaction, each only if it is as the reviewer saw it, and returns each result.
 * @throws DomainError `comment_required`, `validation_failed`
 */
export async function reviewDataPoints(
  { db, recheckLot }: { db: Db; recheckLot: RecheckLot },
  reviewer: Actor,
  payload: ReviewsPayload,
  texts: Texts,
): Promise<Decisions> {
  const decision = decide(payload);
  const seen = seenById(payload);
  return transaction(db, async (tx) => {
    const { decided, answer } = await prepareDecisions(tx, { ids: payload.ids, reviewer, texts }, (sample) =>
      findDecisionConflict(sample, seen(sample.id), reviewer.username),
    );
    const recorded = await recordDecision(tx, decided, { ...decision, reviewedBy: reviewer.username });
    await drawForRecheck(tx, recheckLot, recorded);
    return answer;
  });
}

/** @throws DomainError `validation_failed` if there are not as many revisions as ids */
function seenById({ ids, revisions, seen_reviews, edited_at }: ReviewsPayload): (id: string) => SeenPoint {
  if (Array.isArray(revisions) && revisions.length !== ids.length) {
    throw invalidFields([{ path: "revisions", message: saying("validation.invalid") }]);
  }
  // Ids may be upper or lower case.
  const byId = <Value>(entries: [string, Value][]) => new Map(entries.map(([id, value]) => [id.toLowerCase(), value]));
  const revisionOf = byId(
    Array.isArray(revisions)
      ? revisions.map((revision, index): [string, number] => [ids[index] ?? "", revision])
      : Object.entries(revisions ?? {}),
  );
  const reviewOf = byId(Object.entries(seen_reviews ?? {}));
  const editOf = byId(Object.entries(edited_at ?? {}));
  return (id) => ({
    revision: revisionOf.get(id),
    seen_review: reviewOf.get(id),
    edited_at: editOf.get(id),
  });
}

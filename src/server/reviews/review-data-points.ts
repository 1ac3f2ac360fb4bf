import type { Decisions, ReviewPayload, ReviewsPayload } from "../../contract/reviews.ts";
import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { type Actor, isInScope } from "../auth/scope.ts";
import { presentOf } from "../database/clock.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError, invalidFields } from "../refusals/domain-error.ts";
import { findOwnDataPoints } from "./own-data-points.ts";
import { drawForRecheck, type RecheckLot } from "./rechecks.ts";
import { type LockedSample, lockDecidable, lockSamples, recordDecision, takeBackDecision } from "./record-decision.ts";
import { decide, findDecisionConflict, findUndoConflict, type SeenPoint } from "./review-rules.ts";

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

/**
 * Locks data points and returns the result for each; `decided` are those without a conflict. Repeated ids get one
 * result.
 */
async function prepareDecisions(
  tx: Tx,
  { ids, reviewer, texts }: { ids: readonly string[]; reviewer: Actor; texts: Texts },
  findConflict: (sample: LockedSample) => DomainError | undefined,
): Promise<{ decided: LockedSample[]; answer: Decisions }> {
  const given = new Map(ids.map((id) => [id.toLowerCase(), id]));
  const samples = await lockSamples(tx, [...given.keys()]);
  const own = await findOwnDataPoints(tx, reviewer.username, [...samples.values()]);
  const decided: LockedSample[] = [];
  const results = [...given].map(([key, id]): Decisions["results"][number] => {
    const refuse = (result: "refused" | "conflict", refusal: DomainError) => {
      const { code, detail } = refusal.toBody(texts);
      return { id, result, code, detail };
    };
    const sample = samples.get(key);
    if (!sample) return refuse("refused", new DomainError("data_point_not_found"));
    if (!isInScope(reviewer.scope, sample.organization_id)) {
      return refuse("refused", new DomainError("forbidden.otherOrganization"));
    }
    if (own.get(sample.id) === "refused") return refuse("refused", new DomainError("own_data_point"));
    const conflict = findConflict(sample);
    if (conflict) return refuse("conflict", conflict);
    decided.push(sample);
    return { id, result: "decided" };
  });
  return { decided, answer: { results } };
}

/** Undoes the reviewer's own newest decisions of the last minute; the previous state counts again. */
export async function undoReviews(db: Db, reviewer: Actor, ids: readonly string[], texts: Texts): Promise<Decisions> {
  return transaction(db, async (tx) => {
    // Decisions have their time from the same clock.
    const now = await presentOf(tx);
    const { decided, answer } = await prepareDecisions(tx, { ids, reviewer, texts }, (sample) =>
      findUndoConflict(sample, reviewer.username, now),
    );
    await takeBackDecision(tx, decided);
    return answer;
  });
}

import { reviewDecisions } from "../../contract/enums.ts";
import { reviewReasonsMax } from "../../contract/limits.ts";
import type { ReviewReason } from "../../contract/reviews.ts";
import { saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { findOrganization, listReasons, lockOrganization, replaceReasons } from "./review-reason-queries.ts";
import { isInScope, type ReviewScope } from "./review-scope.ts";

/**
 * The common reasons of an organization's reviewers.
 * @throws DomainError `forbidden`, `organization_not_found`
 */
export async function listReviewReasons(db: Db, scope: ReviewScope, organizationId: number): Promise<ReviewReason[]> {
  requireOwnOrganization(scope, organizationId);
  if (!(await findOrganization(db, organizationId))) throw new DomainError("organization_not_found");
  return listReasons(db, organizationId);
}

/**
 * Replaces them; the last writer wins.
 * @throws DomainError `forbidden`, `organization_not_found`, `validation_failed`
 */
export async function setReviewReasons(
  db: Db,
  scope: ReviewScope,
  organizationId: number,
  given: readonly ReviewReason[],
): Promise<ReviewReason[]> {
  requireOwnOrganization(scope, organizationId);
  const reasons = tidyReasons(given);
  await transaction(db, async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) throw new DomainError("organization_not_found");
    await replaceReasons(tx, organizationId, reasons);
  });
  return reasons;
}

function requireOwnOrganization(scope: ReviewScope, organizationId: number): void {
  if (!isInScope(scope, organizationId)) throw new DomainError("forbidden.organization");
}

/**
 * Trims the reasons.
 * @throws DomainError `validation_failed` for empty ones, or more than `reviewReasonsMax` per decision
 */
function tidyReasons(given: readonly ReviewReason[]): ReviewReason[] {
  const reasons = given.map(({ decision, text }) => ({ decision, text: text.trim() }));
  const empty = reasons.findIndex(({ text }) => text === "");
  if (empty >= 0) throw invalidFields([{ path: `${empty}.text`, message: saying("validation.required") }]);
  for (const decision of reviewDecisions) {
    if (reasons.filter((reason) => reason.decision === decision).length > reviewReasonsMax) {
      throw new DomainError("validation_failed.reviewReasons");
    }
  }
  return reasons;
}

import { reviewReasonsMax } from "../../contract/desk-limits.ts";
import { reviewDecisions } from "../../contract/enums.ts";
import type { ReviewReason } from "../../contract/reviews.ts";
import { saying } from "../../texts/saying.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError, invalidFields } from "../refusals/domain-error.ts";

/**
 * The common reasons of an organization's reviewers.
 * @throws DomainError `organization_not_found`
 */
export async function listReviewReasons(db: Db, organizationId: number): Promise<ReviewReason[]> {
  await requireOrganization(db, organizationId);
  return db
    .selectFrom("review_reasons")
    .select(["decision", "text"])
    .where("organization_id", "=", organizationId)
    .orderBy("position")
    .execute();
}

/**
 * Replaces them; the last writer wins.
 * @throws DomainError `organization_not_found`, `validation_failed`
 */
export async function setReviewReasons(
  db: Db,
  organizationId: number,
  given: readonly ReviewReason[],
): Promise<ReviewReason[]> {
  await requireOrganization(db, organizationId);
  const reasons = tidyReasons(given);
  await transaction(db, async (tx) => {
    await tx.selectFrom("organizations").select("id").where("id", "=", organizationId).forNoKeyUpdate().execute();
    await replaceReasons(tx, organizationId, reasons);
  });
  return reasons;
}

async function requireOrganization(db: Db, organizationId: number): Promise<void> {
  const organization = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  if (!organization) throw new DomainError("organization_not_found");
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

async function replaceReasons(tx: Tx, organizationId: number, reasons: readonly ReviewReason[]): Promise<void> {
  await tx.deleteFrom("review_reasons").where("organization_id", "=", organizationId).execute();
  if (reasons.length === 0) return;
  await tx
    .insertInto("review_reasons")
    .values(reasons.map((reason, position) => ({ ...reason, position, organization_id: organizationId })))
    .execute();
}

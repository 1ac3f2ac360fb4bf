import type { ReviewReason } from "../../contract/reviews.ts";
import type { Db, Tx } from "../database/connection.ts";

export function findOrganization(db: Db, id: number) {
  return db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst();
}

/** Locks the organization until the transaction ends. */
export function lockOrganization(tx: Tx, id: number) {
  return tx.selectFrom("organizations").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** In the stored order. */
export function listReasons(db: Db, organizationId: number): Promise<ReviewReason[]> {
  return db
    .selectFrom("review_reasons")
    .select(["decision", "text"])
    .where("organization_id", "=", organizationId)
    .orderBy("position")
    .execute();
}

/** The caller has locked the organization. */
export async function replaceReasons(tx: Tx, organizationId: number, reasons: readonly ReviewReason[]): Promise<void> {
  await tx.deleteFrom("review_reasons").where("organization_id", "=", organizationId).execute();
  if (reasons.length === 0) return;
  await tx
    .insertInto("review_reasons")
    .values(reasons.map((reason, position) => ({ ...reason, position, organization_id: organizationId })))
    .execute();
}

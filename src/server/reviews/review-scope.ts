import { sql } from "kysely";
import { maxId } from "../../contract/limits.ts";
import { isOrganizationId } from "../../contract/roles.ts";
import type { Identity } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** The organizations whose data points a reviewer sees: all, or these ids. */
export type ReviewScope = "all" | readonly number[];

export type Reviewer = { username: string; scope: ReviewScope };

export async function findReviewer(
  db: Db,
  identity: Pick<Identity, "username" | "isAdmin" | "reviewerOf">,
): Promise<Reviewer> {
  return { username: identity.username, scope: await findReviewScope(db, identity) };
}

/**
 * What a reviewer may see and decide on. Their groups name organizations by id, or by a case-insensitive name that the
 * organization had first. Unknown ones grant nothing.
 */
export async function findReviewScope(
  db: Db,
  { isAdmin, reviewerOf }: Pick<Identity, "isAdmin" | "reviewerOf">,
): Promise<ReviewScope> {
  if (isAdmin) return "all";
  const ids = reviewerOf.filter(isOrganizationId).flatMap((text) => (Number(text) <= maxId ? Number(text) : []));
  const names = reviewerOf.filter((text) => !isOrganizationId(text));
  if (ids.length === 0 && names.length === 0) return [];
  const { rows: organizations } = await sql<{ id: number }>`
    SELECT id FROM organizations WHERE id = ANY(${ids}::int[])
    UNION SELECT organization_id FROM organization_names
    WHERE name = ANY(SELECT lower(each) FROM unnest(${names}::text[]) AS each)
    ORDER BY id`.execute(db);
  return organizations.map(({ id }) => id);
}

export function isInScope(scope: ReviewScope, organizationId: number): boolean {
  return scope === "all" || scope.includes(organizationId);
}

/** @throws DomainError `forbidden` */
export function requireInScope(scope: ReviewScope, organizationId: number): void {
  if (!isInScope(scope, organizationId)) throw new DomainError("forbidden.otherOrganization");
}

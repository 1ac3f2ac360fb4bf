import { DomainError } from "../../contract/errors.ts";
import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db, Tx } from "../database/connection.ts";

const columns = ["id", "organization_name", "organization_email"] as const;

export function listOrganizations(db: Db): Promise<Organization[]> {
  return db.selectFrom("organizations").select(columns).orderBy("organization_name").orderBy("id").execute();
}

/** A name that another organization has, in whatever case, is refused by the constraint `organizations_name_unique`. */
export function insertOrganization(db: Db, organization: OrganizationPayload): Promise<Organization> {
  return db.insertInto("organizations").values(organization).returning(columns).executeTakeFirstOrThrow();
}

/** `isRenamed` tells whether its quests are now to be found by another name. @throws DomainError `organization_not_found` */
export async function updateOrganization(
  tx: Tx,
  id: number,
  organization: OrganizationPayload,
): Promise<{ organization: Organization; isRenamed: boolean }> {
  const before = await tx
    .selectFrom("organizations")
    .select("organization_name")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new DomainError("organization_not_found", "There is no such organization.");
  const after = await tx
    .updateTable("organizations")
    .set(organization)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { organization: after, isRenamed: before.organization_name !== after.organization_name };
}

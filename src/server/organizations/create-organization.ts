import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db } from "../database/connection.ts";
import { insertOrganization } from "./organization-queries.ts";
import { tidyOrganization } from "./organization-rules.ts";

/** @throws DomainError `validation_failed`; a name that is taken violates a constraint */
export async function createOrganization(db: Db, payload: OrganizationPayload): Promise<Organization> {
  return insertOrganization(db, tidyOrganization(payload));
}

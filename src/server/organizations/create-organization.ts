import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db } from "../database/connection.ts";
import { insertOrganization } from "./organization-queries.ts";
import { tidyOrganization } from "./organization-rules.ts";

/** @throws DomainError `validation_failed`; a taken name violates a constraint */
export async function createOrganization(db: Db, payload: OrganizationPayload): Promise<Organization> {
  return insertOrganization(db, tidyOrganization(payload));
}

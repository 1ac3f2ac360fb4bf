import type { Organization } from "../../contract/entities.ts";
import type { Db } from "../database/connection.ts";

export function listOrganizations(db: Db): Promise<Organization[]> {
  return db
    .selectFrom("organizations")
    .select(["id", "organization_name", "organization_email"])
    .orderBy("organization_name")
    .orderBy("id")
    .execute();
}

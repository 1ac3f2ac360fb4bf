import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { findPictures } from "../media/picture-queries.ts";
import { enqueueSearchTextOfOrganization } from "../quests/refresh-search-text.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockOrganization, setOrganization } from "./organization-queries.ts";

/**
 * Changes what the payload has. After a rename a job updates the search text of its quests.
 * @throws DomainError `organization_not_found`, `validation_failed` for another's picture as the logo; a taken name violates a constraint
 */
export async function updateOrganization(
  { db, jobs }: { db: Db; jobs: { wake(): void } },
  id: number,
  organization: OrganizationPayload,
): Promise<Organization> {
  const changed = await transaction(db, async (tx) => {
    const before = await lockOrganization(tx, id);
    if (!before) throw new DomainError("organization_not_found");
    if (organization.logo && !(await findPictures(tx, id, [organization.logo])).has(organization.logo)) {
      throw new DomainError("validation_failed.logo", { field: "logo" });
    }
    const after = await setOrganization(tx, id, organization);
    if (before.organization_name !== after.organization_name) await enqueueSearchTextOfOrganization(tx, id);
    return after;
  });
  jobs.wake();
  return changed;
}

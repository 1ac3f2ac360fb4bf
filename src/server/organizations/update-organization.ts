import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueSearchTextOfOrganization } from "../quests/refresh-search-text.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockOrganization, setOrganization } from "./organization-queries.ts";

/**
 * Changes name and email. After a rename a job updates the search text of its quests.
 * @throws DomainError `organization_not_found`; a taken name violates a constraint
 */
export async function updateOrganization(
  { db, jobs }: { db: Db; jobs: { wake(): void } },
  id: number,
  organization: OrganizationPayload,
): Promise<Organization> {
  const changed = await transaction(db, async (tx) => {
    const before = await lockOrganization(tx, id);
    if (!before) throw new DomainError("organization_not_found");
    const after = await setOrganization(tx, id, organization);
    if (before.organization_name !== after.organization_name) await enqueueSearchTextOfOrganization(tx, id);
    return after;
  });
  jobs.wake();
  return changed;
}

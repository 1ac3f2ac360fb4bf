import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { refreshSearchTextOfOrganization } from "../quests/refresh-search-text.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { lockOrganization, setOrganization } from "./organization-queries.ts";
import { tidyOrganization } from "./organization-rules.ts";

/**
 * Changes name and e-mail address. Once it is renamed, its quests are found by the new name.
 * @throws DomainError `organization_not_found`, `validation_failed`; a name that is taken violates a constraint
 */
export async function updateOrganization(db: Db, id: number, payload: OrganizationPayload): Promise<Organization> {
  const organization = tidyOrganization(payload);
  return transaction(db, async (tx) => {
    const before = await lockOrganization(tx, id);
    if (!before) throw new DomainError("organization_not_found");
    const after = await setOrganization(tx, id, organization);
    if (before.organization_name !== after.organization_name) await refreshSearchTextOfOrganization(tx, id);
    return after;
  });
}

import type { OrganizationPolicy } from "../../contract/desk-enums.ts";
import { organizationRequestsMax } from "../../contract/desk-limits.ts";
import type { OrganizationRequest, OrganizationRequestPayload } from "../../contract/organizations.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { type FindAdministrators, findAdministratorNames } from "../notices/desk-news.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { createFor } from "./decide-request.ts";
import { countRecentRequests, insertRequest, setDecision } from "./request-queries.ts";

/**
 * Asks for a new organization, and lets administrators know. Where everybody may create one, it exists at once.
 * @throws DomainError `organization_requests_closed`, `organization_requests_exhausted`; where everybody may create
 * one, a taken name violates a constraint
 */
export async function requestOrganization(
  { db, policy, findAdministrators }: { db: Db; policy: OrganizationPolicy; findAdministrators: FindAdministrators },
  username: string,
  payload: OrganizationRequestPayload,
): Promise<OrganizationRequest> {
  if (policy === "closed") throw new DomainError("organization_requests_closed");
  const administrators = policy === "on_request" ? await findAdministratorNames(db, findAdministrators) : [];
  const ask = async (tx: Tx) => {
    if ((await countRecentRequests(tx, username)) >= organizationRequestsMax) {
      throw new DomainError("organization_requests_exhausted");
    }
    const request = await insertRequest(tx, username, payload);
    if (policy === "on_request") {
      await enqueueDigests(tx, administrators);
      return request;
    }
    const organizationId = await createFor(tx, request, username);
    return setDecision(tx, request.id, { decidedBy: username, comment: null, organizationId });
  };
  return transaction(db, ask, { lockFirst: (tx) => holdPeople(tx, administrators) });
}

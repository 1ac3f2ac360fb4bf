import type { OrganizationPolicy } from "../../contract/desk-enums.ts";
import { organizationRequestsMax } from "../../contract/desk-limits.ts";
import type {
  OrganizationDecision,
  OrganizationRequest,
  OrganizationRequestPayload,
} from "../../contract/organizations.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { type FindAdministrators, findAdministratorNames } from "../notices/desk-news.ts";
import { enqueueDigests } from "../notices/enqueue-digests.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { putMember, writeLog } from "../teams/member-queries.ts";
import { insertOrganization } from "./organization-queries.ts";
import { countRecentRequests, findRequest, insertRequest, lockRequest, setDecision } from "./request-queries.ts";

/**
 * Approves or declines a request, and lets the person who asked know. An approval creates the organization, owned by the
 * person who asked.
 * @throws DomainError `organization_request_not_found`, `organization_request_decided`; a taken name violates a constraint
 */
export async function decideRequest(
  db: Db,
  decidedBy: string,
  id: number,
  { state, comment = null }: OrganizationDecision,
): Promise<OrganizationRequest> {
  const asking = await findRequest(db, id);
  const decide = async (tx: Tx) => {
    const request = await lockRequest(tx, id);
    if (!request) throw new DomainError("organization_request_not_found");
    if (request.state !== "pending") throw new DomainError("organization_request_decided");
    const organizationId = state === "approved" ? await createFor(tx, request, decidedBy) : undefined;
    const decided = await setDecision(tx, id, { decidedBy, comment, organizationId });
    await enqueueDigests(tx, [decided.requested_by]);
    return decided;
  };
  return transaction(db, decide, { lockFirst: (tx) => holdPeople(tx, asking ? [asking.requested_by] : []) });
}

/** Creates the organization with the person who asked as its owner. */
async function createFor(tx: Tx, request: OrganizationRequest, actor: string): Promise<number> {
  const { organization_name, organization_email, requested_by: username } = request;
  const { id: organizationId } = await insertOrganization(tx, { organization_name, organization_email });
  await putMember(tx, { organizationId, username, role: "owner" });
  const asAdministrator = actor !== username;
  await writeLog(tx, {
    organizationId,
    actor,
    asAdministrator,
    action: "member_added",
    person: username,
    role: "owner",
  });
  return organizationId;
}

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

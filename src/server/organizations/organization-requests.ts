import { sql } from "kysely";
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

const columns = [
  "id",
  "adventurer_id as requested_by",
  "organization_name",
  "organization_email",
  "reason",
  "state",
  "requested_at",
  "comment",
  "organization_id",
] as const;

const selectRequests = (db: Db) => db.selectFrom("organization_requests").select(columns);

type Row = Awaited<ReturnType<ReturnType<typeof selectRequests>["executeTakeFirstOrThrow"]>>;

const described = (row: Row): OrganizationRequest => ({ ...row, requested_at: row.requested_at.toISOString() });

/** Newest first. */
export async function listRequestsOf(db: Db, username: string): Promise<OrganizationRequest[]> {
  const rows = await selectRequests(db)
    .where("adventurer_id", "=", username)
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return rows.map(described);
}

/** Oldest first; more than these come into view once some are decided. */
export async function listPendingRequests(db: Db): Promise<OrganizationRequest[]> {
  const rows = await selectRequests(db).where("state", "=", "pending").orderBy("id").limit(200).execute();
  return rows.map(described);
}

export async function countPendingRequests(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("organization_requests")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return count;
}

/** Those that wait, and those of the last day. Locks the person, so that requests sent at once are all counted. */
async function countRecentRequests(tx: Tx, username: string): Promise<number> {
  await tx.selectFrom("adventurers").select("id").where("id", "=", username).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("organization_requests")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("adventurer_id", "=", username)
    .where(sql<boolean>`(state = 'pending' OR requested_at > now() - interval '1 day')`)
    .executeTakeFirstOrThrow();
  return count;
}

async function insertRequest(
  tx: Tx,
  username: string,
  request: OrganizationRequestPayload,
): Promise<OrganizationRequest> {
  const row = await tx
    .insertInto("organization_requests")
    .values({ ...request, adventurer_id: username })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return described(row);
}

async function findRequest(db: Db, id: number): Promise<OrganizationRequest | undefined> {
  const row = await selectRequests(db).where("id", "=", id).executeTakeFirst();
  return row && described(row);
}

async function lockRequest(tx: Tx, id: number): Promise<OrganizationRequest | undefined> {
  const row = await selectRequests(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && described(row);
}

async function setDecision(
  tx: Tx,
  id: number,
  decision: { decidedBy: string; comment: string | null; organizationId: number | undefined },
): Promise<OrganizationRequest> {
  const row = await tx
    .updateTable("organization_requests")
    .set({ state: decision.organizationId === undefined ? "declined" : "approved", decided_at: sql`now()` })
    .set({ decided_by: decision.decidedBy, comment: decision.comment })
    .set({ organization_id: decision.organizationId ?? null })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return described(row);
}

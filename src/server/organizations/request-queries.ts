import { sql } from "kysely";
import type { OrganizationRequest, OrganizationRequestPayload } from "../../contract/organizations.ts";
import type { Db, Tx } from "../database/connection.ts";

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
export async function countRecentRequests(tx: Tx, username: string): Promise<number> {
  await tx.selectFrom("adventurers").select("id").where("id", "=", username).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("organization_requests")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("adventurer_id", "=", username)
    .where(sql<boolean>`(state = 'pending' OR requested_at > now() - interval '1 day')`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertRequest(
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

export async function findRequest(db: Db, id: number): Promise<OrganizationRequest | undefined> {
  const row = await selectRequests(db).where("id", "=", id).executeTakeFirst();
  return row && described(row);
}

export async function lockRequest(tx: Tx, id: number): Promise<OrganizationRequest | undefined> {
  const row = await selectRequests(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && described(row);
}

export async function setDecision(
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

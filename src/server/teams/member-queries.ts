import { type RawBuilder, sql } from "kysely";
import { includesRole, type TeamRole } from "../../contract/roles.ts";
import type { LogEntry, Member, OwnTeam, TeamAction } from "../../contract/teams.ts";
import { groupShownDays, hasRole } from "../auth/has-role.ts";
import type { Db, Tx } from "../database/connection.ts";
import { type Part, type PartRequest, readIdCursor, readPart } from "../database/list-parts.ts";
import { askRights } from "../database/rights.ts";
import type { FoundRole } from "./scope-queries.ts";

/** Members, then people with a group; each by name. */
export async function findMembers(db: Db, organizationId: number): Promise<Member[]> {
  const { rows } = await sql<Member & { since: Date }>`
    SELECT adventurer_id AS username, role, 'team' AS "from", since FROM organization_members
    WHERE organization_id = ${organizationId}
    UNION ALL
    SELECT adventurer_id, role, 'group', seen_at FROM organization_group_members
    WHERE organization_id = ${organizationId} AND seen_at > now() - make_interval(days => ${groupShownDays})
    ORDER BY 3 DESC, 1`.execute(db);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

export async function findMember(db: Db, organizationId: number, username: string): Promise<Member | undefined> {
  const row = await db
    .selectFrom("organization_members")
    .select(["adventurer_id as username", "role", "since"])
    .where("organization_id", "=", organizationId)
    .where("adventurer_id", "=", username)
    .executeTakeFirst();
  return row && { username: row.username, role: row.role, from: "team", since: row.since.toISOString() };
}

/**
 * Locks an organization until the transaction ends, so that changes of its team come one after the other. The one before
 * may have taken the caller's role.
 */
export async function lockTeam(tx: Tx, organizationId: number): Promise<boolean> {
  const organization = await tx
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .forUpdate()
    .executeTakeFirst();
  await askRights(tx);
  return organization !== undefined;
}

/** A missing volunteer violates `organization_members_adventurer_exists`. */
export async function putMember(
  tx: Tx,
  { organizationId, username, role }: { organizationId: number; username: string; role: TeamRole },
): Promise<void> {
  await tx
    .insertInto("organization_members")
    .values({ organization_id: organizationId, adventurer_id: username, role })
    .onConflict((conflict) => conflict.columns(["organization_id", "adventurer_id"]).doUpdateSet({ role }))
    .execute();
  if (!includesRole(role, "reviewer")) await endAssignments(tx, { organizationId, username });
}

export async function deleteMember(tx: Tx, organizationId: number, username: string): Promise<void> {
  await tx
    .deleteFrom("organization_members")
    .where("organization_id", "=", organizationId)
    .where("adventurer_id", "=", username)
    .execute();
  await endAssignments(tx, { organizationId, username });
}

/** Those of the accounts that may sign in. Absent if another provider has the accounts: then all of them count. */
export type FindEnabledAccounts =
  | ((tx: Tx, subjects: readonly string[], options?: { areKept: boolean }) => Promise<string[]>)
  | undefined;

/** Whether somebody else is an owner, whose account isn't disabled and won't be until the transaction ends. */
export async function hasOtherOwner(
  tx: Tx,
  { organizationId, username }: { organizationId: number; username: string },
  findEnabledAccounts: FindEnabledAccounts,
): Promise<boolean> {
  const others = await tx
    .selectFrom("organization_members as m")
    .innerJoin("adventurers as a", "a.id", "m.adventurer_id")
    .select("a.subject")
    .where("m.organization_id", "=", organizationId)
    .where("m.role", "=", "owner")
    .where("m.adventurer_id", "<>", username)
    .execute();
  if (!findEnabledAccounts) return others.length > 0;
  const subjects = others.flatMap(({ subject }) => subject ?? []);
  return (await findEnabledAccounts(tx, subjects, { areKept: true })).length > 0;
}

/** Replaces what is known of a person's roles by groups. Who was a reviewer and isn't any more loses assignments there. */
export async function noteGroupRoles(
  db: Db,
  username: string,
  roles: readonly Pick<FoundRole, "organization_id" | "role">[],
): Promise<void> {
  const ids = roles.map(({ organization_id }) => organization_id);
  const { rows: reviewed } = await sql<{ organization_id: number }>`
    WITH gone AS (
      DELETE FROM organization_group_members WHERE adventurer_id = ${username} AND organization_id <> ALL(${ids}::int[])),
    noted AS (
      INSERT INTO organization_group_members (organization_id, adventurer_id, role)
      SELECT id, ${username}, role FROM unnest(${ids}::int[], ${roles.map(({ role }) => role)}::text[]) AS t (id, role)
      ON CONFLICT (organization_id, adventurer_id) DO UPDATE SET role = excluded.role, seen_at = now())
    SELECT organization_id FROM organization_group_members
    WHERE adventurer_id = ${username} AND role <> 'viewer'`.execute(db);
  const stays = new Set(roles.flatMap(({ organization_id, role }) => (role === "viewer" ? [] : organization_id)));
  for (const { organization_id } of reviewed) {
    if (!stays.has(organization_id)) await endAssignments(db, { organizationId: organization_id, username });
  }
}

export async function nameTeams(db: Db, roles: ReadonlyMap<number, TeamRole>): Promise<OwnTeam[]> {
  if (roles.size === 0) return [];
  const organizations = await db
    .selectFrom("organizations")
    .select(["id", "organization_name"])
    .where("id", "in", [...roles.keys()])
    .orderBy("sort_name")
    .orderBy("id")
    .execute();
  return organizations.flatMap(({ id, organization_name }) => {
    const role = roles.get(id);
    return role ? [{ organization_id: id, organization_name, role }] : [];
  });
}

export type LogLine = {
  organizationId: number;
  actor: string;
  asAdministrator: boolean;
  action: TeamAction;
  person?: string;
  role?: TeamRole;
};

export async function writeLog(tx: Tx, line: LogLine): Promise<void> {
  await tx
    .insertInto("organization_log")
    .values({
      organization_id: line.organizationId,
      actor: line.actor,
      as_administrator: line.asAdministrator,
      action: line.action,
      person: line.person ?? null,
      role: line.role ?? null,
    })
    .execute();
}

/** A part of an organization's log, newest first. */
export function listLog(db: Db, organizationId: number, part: PartRequest): Promise<Part<LogEntry>> {
  const before = part.after === undefined ? undefined : readIdCursor(part.after);
  const read = async (count: number): Promise<LogEntry[]> => {
    const rows = await db
      .selectFrom("organization_log")
      .select(["id", "at", "actor", "as_administrator", "action", "person", "role"])
      .where("organization_id", "=", organizationId)
      .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
      .orderBy("id", "desc")
      .limit(count)
      .execute();
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  };
  return readPart(read, part, ({ id }) => String(id));
}

/** Whether a person may review in an organization. */
const isReviewer = (person: RawBuilder<string>, organizationId: RawBuilder<number> | number) =>
  hasRole("reviewer", person, organizationId);

/** Those of the people who may not review in the organization. */
export async function findNoReviewers(tx: Tx, organizationId: number, people: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    SELECT person FROM unnest(${people}::text[]) AS person
    WHERE NOT ${isReviewer(sql`person`, organizationId)}`.execute(tx);
  return rows.map(({ person }) => person);
}

/** Ends the assignments of somebody who may no longer review in an organization. */
async function endAssignments(
  db: Db,
  { organizationId, username }: { organizationId: number; username: string },
): Promise<void> {
  await sql`
    DELETE FROM review_assignments a USING quests q
    WHERE a.quest_id = q.id AND q.organization_id = ${organizationId} AND a.reviewer = ${username}
      AND NOT ${isReviewer(sql`a.reviewer`, organizationId)}`.execute(db);
}

/** Ends the assignments to a quest of all who may not review in its organization. */
export async function endForeignAssignments(tx: Tx, questId: number): Promise<void> {
  await sql`
    DELETE FROM review_assignments a USING quests q
    WHERE a.quest_id = q.id AND q.id = ${questId}
      AND NOT ${isReviewer(sql`a.reviewer`, sql`q.organization_id`)}`.execute(tx);
}

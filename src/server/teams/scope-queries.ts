import { type RawBuilder, type SqlBool, sql } from "kysely";
import { maxId } from "../../contract/limits.ts";
import { includesRole, type TeamRole } from "../../contract/roles.ts";
import { type GroupRole, type Identity, isOrganizationId } from "../auth/identity.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";

type Asking = Pick<Identity, "issuer" | "subject" | "isAdmin" | "groupRoles">;

/** Where the person has this role or a higher one. Administrators have every role everywhere. */
export async function findScope(db: Db, asking: Asking, role: TeamRole): Promise<Scope> {
  if (asking.isAdmin) return "all";
  const roles = await findTeamRoles(db, asking);
  return [
    ...new Set(roles.filter((each) => includesRole(each.role, role)).map(({ organization_id }) => organization_id)),
  ];
}

export type FoundRole = { organization_id: number; role: TeamRole; is_by_group: boolean };

/**
 * A person's roles as a member and by groups of the identity provider, read anew for each request. A member is an
 * account, whatever its username is today. An unknown organization grants nothing.
 */
export async function findTeamRoles(
  db: Db,
  { issuer, subject, groupRoles }: Omit<Asking, "isAdmin">,
): Promise<FoundRole[]> {
  const { rows: members } = await sql<{ organization_id: number; role: TeamRole }>`
    SELECT m.organization_id, m.role FROM organization_members m JOIN adventurers a ON a.id = m.adventurer_id
    WHERE a.issuer = ${issuer} AND a.subject = ${subject} ORDER BY m.organization_id`.execute(db);
  const byGroup = await findGroupRoles(db, groupRoles);
  return [...members.map((each) => ({ ...each, is_by_group: false })), ...byGroup];
}

/**
 * Groups name an organization by id, or by a case-insensitive name that it had before all others: the trigger function
 * `keep_organization_name` keeps names.
 */
async function findGroupRoles(db: Db, groupRoles: readonly GroupRole[]): Promise<FoundRole[]> {
  const ids = groupRoles
    .map(({ organization }) => organization)
    .filter(isOrganizationId)
    .map(Number);
  const names = groupRoles
    .map(({ organization }) => organization.toLowerCase())
    .filter((text) => !isOrganizationId(text));
  if (groupRoles.length === 0) return [];
  const { rows } = await sql<{ id: number; text: string }>`
    SELECT id, id::text AS text FROM organizations WHERE id = ANY(${ids.filter((id) => id <= maxId)}::int[])
    UNION SELECT organization_id, name FROM organization_names WHERE name = ANY(${names}::text[])
    ORDER BY id`.execute(db);
  return rows.flatMap(({ id, text }) =>
    groupRoles
      .filter(({ organization }) => nameIn(organization) === text)
      .map(({ role }) => ({ organization_id: id, role, is_by_group: true })),
  );
}

const nameIn = (text: string) => (isOrganizationId(text) ? String(Number(text)) : text.toLowerCase());

/** Whether a quest `q` belongs to one of these organizations. */
export function ofOrganizations(ids: readonly number[]): RawBuilder<SqlBool> {
  return sql`q.organization_id = ANY(${ids}::int[])`;
}

/** Whether a quest `q` is in the scope. */
export function inScope(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? sql`true` : ofOrganizations(scope);
}

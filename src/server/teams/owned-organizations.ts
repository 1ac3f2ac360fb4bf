import { sql } from "kysely";
import { groupShownDays } from "../auth/has-role.ts";
import type { AccountKey, GroupRole } from "../auth/identity.ts";
import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { hasOtherOwner } from "./member-queries.ts";
import { findTeamRoles } from "./scope-queries.ts";

type Owned = { id: number; name: string; otherOwners: string[] };

/**
 * The organizations in which an account is an owner by these groups or, unless it `keepsMembership`, as a member; with
 * the accounts of the other owners.
 */
export async function findOwnedOrganizations(
  db: Db,
  account: AccountKey,
  { groupRoles, keepsMembership }: { groupRoles: readonly GroupRole[]; keepsMembership: boolean },
): Promise<Owned[]> {
  const roles = (await findTeamRoles(db, { ...account, groupRoles })).filter(({ role }) => role === "owner");
  const asMember = roles.filter(({ is_by_group }) => !is_by_group).map(({ organization_id }) => organization_id);
  const ids = roles
    .map(({ organization_id }) => organization_id)
    .filter((id) => !keepsMembership || !asMember.includes(id));
  if (ids.length === 0) return [];
  const { rows } = await sql<Owned>`
    SELECT o.id, o.organization_name AS name, array(
      SELECT a.subject FROM (
        SELECT adventurer_id FROM organization_members WHERE organization_id = o.id AND role = 'owner'
        UNION SELECT adventurer_id FROM organization_group_members
        WHERE organization_id = o.id AND role = 'owner' AND seen_at > now() - make_interval(days => ${groupShownDays})
      ) AS owners JOIN adventurers a ON a.id = owners.adventurer_id
      WHERE a.issuer = ${account.issuer} AND a.subject <> ${account.subject}) AS "otherOwners"
    FROM organizations o WHERE o.id = ANY(${ids}::int[]) ORDER BY o.sort_name, o.id`.execute(db);
  return rows;
}

/**
 * Locks the organizations until the transaction ends. Accounts of another provider, whose groups are not ours, need it.
 * @throws DomainError `last_owner`
 */
export async function requireOtherOwners(tx: Tx, { issuer, subject }: AccountKey): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; username: string }>`
    SELECT o.id, o.organization_name AS name, a.id AS username
    FROM organizations o JOIN organization_members m ON m.organization_id = o.id JOIN adventurers a ON a.id = m.adventurer_id
    WHERE a.issuer = ${issuer} AND a.subject = ${subject} AND m.role = 'owner' ORDER BY o.id FOR UPDATE OF o`.execute(
    tx,
  );
  const left: string[] = [];
  for (const { id, name, username } of rows) {
    if (!(await hasOtherOwner(tx, { organizationId: id, username }, undefined))) left.push(name);
  }
  if (left.length > 0) {
    throw new DomainError({ key: "refusals.last_owner.of", values: { organizations: left.join(", ") } });
  }
}

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { includesRole, type TeamRole, teamRoles } from "../../contract/roles.ts";

/** How long somebody counts with a group that no token of theirs has shown since. */
export const groupShownDays = 30;

/** Who has this role or a higher one in an organization, as a member of its team or by a group. */
export function peopleWith(role: TeamRole, organizationId: RawBuilder<number> | number) {
  const roles = teamRoles.filter((each) => includesRole(each, role));
  return sql<{ adventurer_id: string }>`(
    SELECT adventurer_id FROM organization_members
    WHERE organization_id = ${organizationId} AND role = ANY(${roles})
    UNION ALL
    SELECT adventurer_id FROM organization_group_members
    WHERE organization_id = ${organizationId} AND role = ANY(${roles})
      AND seen_at > now() - make_interval(days => ${groupShownDays}))`;
}

/** The organizations in which somebody has this role or a higher one, each once. */
export function organizationsOf(person: RawBuilder<string>, role: TeamRole) {
  const roles = teamRoles.filter((each) => includesRole(each, role));
  return sql<{ organization_id: number }>`(
    SELECT organization_id FROM organization_members
    WHERE adventurer_id = ${person} AND role = ANY(${roles})
    UNION
    SELECT organization_id FROM organization_group_members
    WHERE adventurer_id = ${person} AND role = ANY(${roles})
      AND seen_at > now() - make_interval(days => ${groupShownDays}))`;
}

export const hasRole = (role: TeamRole, person: RawBuilder<string>, organizationId: RawBuilder<number> | number) =>
  sql<SqlBool>`EXISTS (SELECT FROM ${peopleWith(role, organizationId)} AS p WHERE p.adventurer_id = ${person})`;

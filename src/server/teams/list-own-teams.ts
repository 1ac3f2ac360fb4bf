import { includesRole, type TeamRole } from "../../contract/roles.ts";
import type { OwnTeam } from "../../contract/teams.ts";
import type { Identity } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { nameTeams, noteGroupRoles } from "./member-queries.ts";
import { type FoundRole, findTeamRoles } from "./scope-queries.ts";

/** The organizations in which the caller has a role. Notes those that come from groups, for the team's list. */
export async function listOwnTeams(db: Db, identity: Identity): Promise<OwnTeam[]> {
  const roles = await findTeamRoles(db, identity);
  // Personal tokens have no groups, which says nothing about their owners.
  if (identity.tokenScope === undefined) await noteGroups(db, identity.username, roles);
  return nameTeams(db, highest(roles));
}

async function noteGroups(db: Db, username: string, roles: readonly FoundRole[]): Promise<void> {
  const byGroup = highest(roles.filter(({ is_by_group }) => is_by_group));
  const noted = [...byGroup].map(([organization_id, role]) => ({ organization_id, role }));
  await noteGroupRoles(db, username, noted);
}

function highest(roles: readonly FoundRole[]): Map<number, TeamRole> {
  const best = new Map<number, TeamRole>();
  for (const { organization_id, role } of roles) {
    const known = best.get(organization_id);
    if (!known || includesRole(role, known)) best.set(organization_id, role);
  }
  return best;
}

import { includesRole, type TeamRole } from "../../../contract/roles.ts";
import type { OwnTeam } from "../../../contract/teams.ts";
import { useCall } from "../api/use-call.ts";
import { useAuth } from "./auth-context.ts";

export type Teams = {
  /** Whether the server has said what the person may do. */
  isKnown: boolean;
  teams: readonly OwnTeam[];
  /** Whether they have this role or a higher one in any organization, or are an administrator. */
  may: (role: TeamRole) => boolean;
  /** The same for one organization. */
  mayFor: (organizationId: number, role: TeamRole) => boolean;
};

/** What the signed-in person may do for which organizations. The server decides again at each call. */
export function useTeams(): Teams {
  const { isLoggedIn, isAdmin } = useAuth();
  const { data, error } = useCall("listOwnTeams", isLoggedIn ? {} : undefined, { isAside: true });
  const teams = data ?? [];
  return {
    isKnown: !isLoggedIn || isAdmin || data !== undefined || error !== undefined,
    teams,
    may: (role) => isAdmin || teams.some((team) => includesRole(team.role, role)),
    mayFor: (organizationId, role) =>
      isAdmin || teams.some((team) => team.organization_id === organizationId && includesRole(team.role, role)),
  };
}

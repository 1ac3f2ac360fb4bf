import type { TeamRole } from "../../contract/roles.ts";
import type { Identity } from "../auth/identity.ts";
import { isInScope, requireInScope, type Scope } from "../auth/scope.ts";
import type { Place } from "../calls/guards.ts";
import type { Db } from "../database/connection.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";
import { findScope } from "./scope-queries.ts";

const refusals: Record<TeamRole, Refusal> = {
  viewer: "forbidden.viewersOnly",
  reviewer: "forbidden.reviewersOnly",
  coordinator: "forbidden.coordinatorsOnly",
  owner: "forbidden.ownersOnly",
};

/**
 * The organizations in which the caller has the role.
 * @throws DomainError `forbidden` if there are none, or if the path's organization or quest isn't among them;
 * `quest_not_found`
 */
export async function requireTeamRole(db: Db, identity: Identity, role: TeamRole, place: Place): Promise<Scope> {
  const scope = await findScope(db, identity, role);
  if (scope === "all") return scope;
  if (scope.length === 0) throw new DomainError(refusals[role]);
  if (place.organizationId !== undefined) requireInScope(scope, place.organizationId);
  if (place.questId !== undefined) requireInScope(scope, await findOrganizationOf(db, place.questId));
  return scope;
}

/** Whether the caller has the role for a quest. */
export async function hasTeamRole(
  db: Db,
  identity: Identity | undefined,
  role: TeamRole,
  questId: number,
): Promise<boolean> {
  const scope = identity ? await findScope(db, identity, role) : [];
  if (scope === "all" || scope.length === 0) return scope === "all";
  return isInScope(scope, await findOrganizationOf(db, questId));
}

/** @throws DomainError `quest_not_found` */
export async function findOrganizationOf(db: Db, questId: number): Promise<number> {
  const quest = await db.selectFrom("quests").select("organization_id").where("id", "=", questId).executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found");
  return quest.organization_id;
}

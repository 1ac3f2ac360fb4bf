import type { Route } from "../../contract/call.ts";
import { type Access, type TeamRole, teamRoles } from "../../contract/roles.ts";
import type { Identity } from "../auth/identity.ts";
import type { Scope } from "../auth/scope.ts";
import type { Tx } from "../database/connection.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";

/** The caller as a handler sees it: undefined only for calls that are open to visitors. */
export type IdentityOf<A extends Access> = A extends "visitor" | "signed_address" ? Identity | undefined : Identity;

type TeamAccess = TeamRole | "self_or_owner";
/** What the token alone decides. Each call with a signed URL checks its own. */
type PlainAccess = Exclude<Access, TeamAccess | "signed_address">;

/** The organizations that a handler may act for; only calls of teams have them. */
export type ScopeOf<A extends Access> = A extends TeamRole ? { scope: Scope } : unknown;

/** What the path names; calls of teams are checked for it. */
export type Place = { username?: string; organizationId?: number; questId?: number };

/** Finds the organizations in which the caller has a role, and refuses a place outside them. */
export type RequireTeamRole = (identity: Identity, role: TeamRole, place: Place, tx?: Tx) => Promise<Scope>;

type Rule = { refusal: Refusal; allows: (caller: Identity, place: Place) => boolean };

const rules: Record<Exclude<PlainAccess, "visitor">, Rule> = {
  signed_in: { refusal: "forbidden", allows: () => true },
  self: { refusal: "forbidden", allows: (caller, { username }) => caller.username === username },
  admin: { refusal: "forbidden.adminsOnly", allows: ({ isAdmin }) => isAdmin },
  feature_tester: { refusal: "forbidden.featureTestersOnly", allows: ({ isFeatureTester }) => isFeatureTester },
  feature_tester_or_admin: {
    refusal: "forbidden.featureTestersAndAdminsOnly",
    allows: ({ isFeatureTester, isAdmin }) => isFeatureTester || isAdmin,
  },
};

type Called = Pick<Route, "method" | "path">;

/**
 * What a personal token can't do, whatever its owner may.
 * @throws DomainError `sign_in_required`, `token_read_only`
 */
export function requireTokenScope(call: Called, identity: Identity | undefined): void {
  const scope = identity?.tokenScope;
  if (scope === undefined) return;
  if (isAboutAccount(call)) throw new DomainError("sign_in_required");
  if (scope === "read" && call.method !== "GET") throw new DomainError("token_read_only");
}

/** Tokens themselves, and the account as a whole: a leaked token can't renew itself or take everything. */
function isAboutAccount({ method, path }: Called): boolean {
  if (path.startsWith("/account/tokens")) return true;
  return path === "/adventurers/{username}/export" || (path === "/adventurers/{username}" && method !== "GET");
}

/** @throws DomainError `unauthenticated`, `forbidden` */
export function requireAccess(access: PlainAccess, identity: Identity | undefined, place: Place = {}): void {
  if (access === "visitor") return;
  if (!identity) throw new DomainError("unauthenticated");
  const { refusal, allows } = rules[access];
  if (!allows(identity, place)) throw new DomainError(refusal);
}

/**
 * The organizations that a call may concern, if its access is a role in a team.
 * @throws DomainError `unauthenticated`, `forbidden`, `quest_not_found`
 */
export async function requireTeamAccess(
  access: TeamAccess,
  identity: Identity | undefined,
  place: Place,
  requireTeamRole: RequireTeamRole,
  tx?: Tx,
): Promise<Scope | undefined> {
  if (!identity) throw new DomainError("unauthenticated");
  if (access !== "self_or_owner") return requireTeamRole(identity, access, place, tx);
  if (identity.username !== place.username) await requireTeamRole(identity, "owner", place, tx);
  return undefined;
}

/** Such a call is made by an account, which has a row. */
export const needsSignIn = ({ access }: { access: Access }): boolean =>
  access !== "visitor" && access !== "signed_address";

export function isTeamAccess(access: Access): access is TeamAccess {
  return access === "self_or_owner" || (teamRoles as readonly string[]).includes(access);
}

/** What a call's path names: `/organizations/{id}/…`, `/quests/{id}/…` or `/admin/datasets/{id}/…`. */
export function placeOf(path: string, params: unknown): Place {
  const { id, username } = (params ?? {}) as { id?: unknown; username?: string };
  const place: Place = username === undefined ? {} : { username };
  if (typeof id !== "number") return place;
  if (path.startsWith("/organizations/{id}")) return { ...place, organizationId: id };
  if (/^\/(quests|admin\/datasets)\/\{id\}/.test(path)) return { ...place, questId: id };
  return place;
}

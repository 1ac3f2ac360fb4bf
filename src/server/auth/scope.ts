import { DomainError } from "../refusals/domain-error.ts";

/** The organizations in which somebody may do something: all, or these ids. */
export type Scope = "all" | readonly number[];

/** Somebody who acts for the organizations of a scope. */
export type Actor = { username: string; scope: Scope };

export function isInScope(scope: Scope, organizationId: number): boolean {
  return scope === "all" || scope.includes(organizationId);
}

/** @throws DomainError `forbidden` */
export function requireInScope(scope: Scope, organizationId: number): void {
  if (!isInScope(scope, organizationId)) throw new DomainError("forbidden.otherOrganization");
}

/** The caller of a team's call. */
export function actorOf({ identity, scope }: { identity: { username: string }; scope: Scope }): Actor {
  return { username: identity.username, scope };
}

import type { Access } from "../../contract/roles.ts";
import type { Identity } from "../auth/identity.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** What a handler knows of who calls: somebody, wherever the call is not open to visitors. */
export type IdentityOf<A extends Access> = A extends "visitor" | "signed_address" ? Identity | undefined : Identity;

/** Who asks, and the username in the path where there is one. */
type Asking = { identity: Identity | undefined; username: string | undefined };

/** A signed address is not checked here: the call itself knows what was signed. */
type GuardedAccess = Exclude<Access, "signed_address">;

const guards: { [A in GuardedAccess]: (asking: Asking) => IdentityOf<A> } = {
  visitor: ({ identity }) => identity,
  signed_in: ({ identity }) => requireSignedIn(identity),
  self: ({ identity, username }) => {
    const person = requireSignedIn(identity);
    if (person.username !== username) throw new DomainError("forbidden");
    return person;
  },
  admin: ({ identity }) => {
    const person = requireSignedIn(identity);
    if (!person.isAdmin) throw new DomainError("forbidden.adminsOnly");
    return person;
  },
  reviewer: ({ identity }) => {
    const person = requireSignedIn(identity);
    if (!person.isAdmin && person.reviewerOf.length === 0) throw new DomainError("forbidden.reviewersOnly");
    return person;
  },
  feature_tester: ({ identity }) => {
    const person = requireSignedIn(identity);
    if (!person.isFeatureTester) throw new DomainError("forbidden.featureTestersOnly");
    return person;
  },
  feature_tester_or_admin: ({ identity }) => {
    const person = requireSignedIn(identity);
    if (!person.isFeatureTester && !person.isAdmin) throw new DomainError("forbidden.featureTestersAndAdminsOnly");
    return person;
  },
};

/**
 * Holds a call to its access.
 * @throws DomainError `unauthenticated`, `forbidden`
 */
export function requireAccess(access: GuardedAccess, asking: Asking): void {
  guards[access](asking);
}

function requireSignedIn(identity: Identity | undefined): Identity {
  if (!identity) throw new DomainError("unauthenticated");
  return identity;
}

import type { FastifyRequest } from "fastify";
import { DomainError } from "../../contract/errors";
import type { Identity } from "../auth/identity";

type Identified = Pick<FastifyRequest, "identity">;

/** Anybody who is signed in. */
export function requireAdventurer(request: Identified): Identity {
  if (!request.identity) throw new DomainError("unauthenticated", "User is not authenticated");
  return request.identity;
}

/** The adventurer of that name, and nobody else, whatever their role. */
export function requireSelf(request: Identified, username: string): Identity {
  const identity = requireAdventurer(request);
  if (identity.username !== username) {
    throw new DomainError("forbidden", "Adventurers see and change their own quests and data only.");
  }
  return identity;
}

export function requireAdmin(request: Identified): Identity {
  const identity = requireAdventurer(request);
  if (!identity.isAdmin) throw new DomainError("forbidden", "Only admins may do this.");
  return identity;
}

export function requireFeatureTester(request: Identified): Identity {
  const identity = requireAdventurer(request);
  if (!identity.isFeatureTester) throw new DomainError("forbidden", "Only feature testers may do this.");
  return identity;
}

/** For what admins may read of the testers' work. */
export function requireFeatureTesterOrAdmin(request: Identified): Identity {
  const identity = requireAdventurer(request);
  if (!identity.isFeatureTester && !identity.isAdmin) {
    throw new DomainError("forbidden", "Only feature testers and admins may do this.");
  }
  return identity;
}

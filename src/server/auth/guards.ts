import type { FastifyRequest } from "fastify";
import { DomainError } from "../../contract/errors.ts";
import type { Identity } from "./identity.ts";

/** @throws DomainError `unauthenticated` for a visitor */
export function requireAdventurer(request: FastifyRequest): Identity {
  if (!request.identity) throw new DomainError("unauthenticated", "Sign in first.");
  return request.identity;
}

/** @throws DomainError `unauthenticated`, `forbidden` for everybody but the adventurer of that username */
export function requireSelf(request: FastifyRequest, username: string): Identity {
  const identity = requireAdventurer(request);
  if (identity.username !== username) throw new DomainError("forbidden", "This belongs to another adventurer.");
  return identity;
}

/** @throws DomainError `unauthenticated`, `forbidden` for everybody outside the group `admins` */
export function requireAdmin(request: FastifyRequest): Identity {
  const identity = requireAdventurer(request);
  if (!identity.isAdmin) throw new DomainError("forbidden", "You're not authorized to view this page.");
  return identity;
}

/** @throws DomainError `unauthenticated`, `forbidden` for everybody outside the group `feature_testers` */
export function requireFeatureTester(request: FastifyRequest): Identity {
  const identity = requireAdventurer(request);
  if (!identity.isFeatureTester) throw new DomainError("forbidden", "This is for feature testers.");
  return identity;
}

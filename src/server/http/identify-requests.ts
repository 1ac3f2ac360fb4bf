import type { FastifyInstance } from "fastify";
import type { Identity } from "../auth/identity.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import { DomainError } from "../refusals/domain-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for a visitor. */
    identity: Identity | undefined;
  }
}

/**
 * Puts `request.identity` on every request of the instance. A token that is sent must be good, on public calls too:
 * whoever believes to be signed in is told otherwise instead of being taken for a visitor.
 */
export function identifyRequests(app: FastifyInstance, verifyToken: TokenVerifier): void {
  app.decorateRequest("identity", undefined);
  app.addHook("onRequest", async (request) => {
    const header = request.headers.authorization;
    if (header === undefined) return;
    const bearer = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
    if (!bearer) throw new DomainError("unauthenticated.noBearerToken");
    request.identity = await verifyToken(bearer);
  });
}

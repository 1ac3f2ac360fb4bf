import type { FastifyInstance } from "fastify";
import type { Identity } from "../auth/identity.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import { DomainError } from "../refusals/domain-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for a visitor. */
    identity: Identity | undefined;
    /** Why the token that came with the request was not taken. */
    tokenRefusal: unknown;
  }
}

/**
 * Puts `request.identity` on every request of the instance. A token that is sent must be good, on public calls too:
 * whoever believes to be signed in is told otherwise instead of being taken for a visitor. The refusal waits until the
 * request has been counted.
 */
export function identifyRequests(app: FastifyInstance, verifyToken: TokenVerifier): void {
  app.decorateRequest("identity", undefined);
  app.decorateRequest("tokenRefusal", undefined);
  app.addHook("onRequest", async (request) => {
    try {
      request.identity = await identify(request.headers.authorization, verifyToken);
    } catch (error) {
      request.tokenRefusal = error;
    }
  });
  app.addHook("preParsing", async (request) => {
    if (request.tokenRefusal !== undefined) throw request.tokenRefusal;
  });
}

/** @throws DomainError `unauthenticated`, `token_expired`, and what the provider's failure is answered with. */
async function identify(header: string | undefined, verifyToken: TokenVerifier): Promise<Identity | undefined> {
  if (header === undefined) return undefined;
  const bearer = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (!bearer) throw new DomainError("unauthenticated.noBearerToken");
  return verifyToken(bearer);
}

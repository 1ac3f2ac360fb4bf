import type { FastifyInstance } from "fastify";
import { DomainError } from "../../contract/errors.ts";
import type { Identity, TokenVerifier } from "./identity.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for a visitor. */
    identity: Identity | undefined;
  }
}

/**
 * Finds out who asks, before any route is reached. No token makes a visitor; a token that is not valid is refused even
 * where visitors may, so that an app whose session ended learns of it.
 */
export async function identifyRequests(app: FastifyInstance, verifyToken: TokenVerifier): Promise<void> {
  app.decorateRequest("identity", undefined);
  app.addHook("onRequest", async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === "") return;
    const token = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
    if (!token) throw new DomainError("unauthenticated", "The authorization header carries no bearer token.");
    request.identity = await verifyToken(token);
  });
}

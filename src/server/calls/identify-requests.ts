import type { FastifyInstance } from "fastify";
import type { Identity } from "../auth/identity.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import type { Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { needsSignIn } from "./guards.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for visitors. */
    identity: Identity | undefined;
    tokenRefusal: unknown;
    /** Verifies the token again, as of the request's beginning: it may expire meanwhile, but not be revoked. */
    identifyAgain?: () => Promise<void>;
    /** @throws DomainError if the token was revoked or its session ended */
    requireAlive?: (tx: Tx) => Promise<void>;
  }
}

/**
 * Sets `request.identity`. A token must be valid on public calls as well: nobody who thinks they are signed in is
 * treated as a visitor. The error is thrown after the request has been counted.
 */
export function identifyRequests(app: FastifyInstance, verifyToken: TokenVerifier): void {
  app.decorateRequest("identity", undefined);
  app.decorateRequest("tokenRefusal", undefined);
  app.decorateRequest("identifyAgain");
  app.decorateRequest("requireAlive");
  app.addHook("onRequest", async (request) => {
    const begun = new Date();
    request.identifyAgain = async () => {
      request.identity = await identify(request.headers.authorization, (bearer) => verifyToken(bearer, begun));
    };
    request.requireAlive = async (tx) => {
      await identify(request.headers.authorization, (bearer) => verifyToken.requireAlive(bearer, tx));
    };
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

/** @throws DomainError `unauthenticated`, `token_expired`, or the provider's outage */
async function identify<Found>(
  header: string | undefined,
  verifyToken: (bearer: string) => Promise<Found>,
): Promise<Found | undefined> {
  if (header === undefined) return undefined;
  const bearer = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (!bearer) throw new DomainError("unauthenticated.noBearerToken");
  return verifyToken(bearer);
}

/**
 * Binds the caller's username to their account on every call that needs a sign-in, after the permission and before the
 * body is read.
 */
export function bindNames(app: FastifyInstance, bind: (identity: Identity) => Promise<void>): void {
  app.addHook("preParsing", async ({ identity, routeOptions }) => {
    const { call } = routeOptions.config;
    if (identity && call && needsSignIn(call)) await bind(identity);
  });
}

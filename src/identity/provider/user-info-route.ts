import type { FastifyInstance } from "fastify";
import { decodeJwt } from "jose";
import type { AccessTokenCheck } from "./access-token-check.ts";

/**
 * `/oauth2/userInfo` for the access tokens of the API, which the provider's own address would refuse. It tells what the
 * token's scopes allow.
 */
export function userInfoRoute(app: FastifyInstance, findHolder: AccessTokenCheck): void {
  app.route({
    method: ["GET", "POST"],
    url: "/oauth2/userInfo",
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
      const account = bearer && (await findHolder(bearer))?.account;
      if (!account) {
        const challenge = bearer ? 'Bearer error="invalid_token"' : "Bearer";
        return reply.code(401).header("www-authenticate", challenge).send({ error: "invalid_token" });
      }
      const scopes = String(decodeJwt(bearer).scope ?? "").split(" ");
      return {
        sub: account.id,
        username: account.username,
        "cognito:groups": account.groups,
        ...(scopes.includes("profile") && {
          preferred_username: account.username,
          name: account.displayName ?? account.username,
        }),
        ...(scopes.includes("email") && { email: account.email, email_verified: account.emailVerified }),
      };
    },
  });
}

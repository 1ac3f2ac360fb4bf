import type { FastifyInstance } from "fastify";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import type { IdentityContext } from "./context.ts";
import { signingAlgorithm } from "./keys.ts";
import { apiAudience } from "./provider.ts";
import type { TokenLife } from "./token-life.ts";

/** `/oauth2/userInfo` for the access tokens of the API, which the provider's own address would refuse. */
export function userInfoRoute(app: FastifyInstance, context: IdentityContext, isTokenAlive: TokenLife): void {
  const { accounts, keys, publicUrl } = context;
  const keySet = createLocalJWKSet({ keys: keys.public } as JSONWebKeySet);

  app.route({
    method: ["GET", "POST"],
    url: "/oauth2/userInfo",
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
      const account = bearer && (await findHolder(bearer));
      if (!account) {
        const challenge = bearer ? 'Bearer error="invalid_token"' : "Bearer";
        return reply.code(401).header("www-authenticate", challenge).send({ error: "invalid_token" });
      }
      return {
        sub: account.id,
        username: account.username,
        preferred_username: account.username,
        name: account.displayName ?? account.username,
        email: account.email,
        email_verified: account.emailVerified,
        "cognito:groups": account.groups,
      };
    },
  });

  async function findHolder(bearer: string) {
    try {
      const { payload } = await jwtVerify(bearer, keySet, {
        issuer: publicUrl,
        audience: apiAudience,
        algorithms: [signingAlgorithm],
      });
      if (payload.token_use !== "access" || !payload.sub || !(await isTokenAlive(payload))) return undefined;
      return await accounts.findById(payload.sub);
    } catch {
      return undefined;
    }
  }
}

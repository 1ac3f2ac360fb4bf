import type { FastifyInstance } from "fastify";
import type { AccessTokenCheck } from "./access-token-check.ts";
import { idTokenClaims } from "./claims.ts";

/** `/oauth2/userInfo` for API access tokens, which the provider's own endpoint would reject. */
export function userInfoRoute(app: FastifyInstance, findHolder: AccessTokenCheck): void {
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
      const { token_use: _, "cognito:username": username, ...claims } = idTokenClaims(account, undefined);
      return { ...claims, username };
    },
  });
}

import type { FastifyInstance } from "fastify";
import { errors, jwtVerify } from "jose";
import type { Account } from "../accounts/account-queries.ts";
import type { IdentityContext } from "../context.ts";
import { apiAudience, idTokenClaims } from "./claims.ts";
import { signingAlgorithm } from "./keys.ts";

/** `/oauth2/userInfo` for API access tokens, which the provider's own endpoint would reject. */
export function userInfoRoute(app: FastifyInstance, context: IdentityContext): void {
  app.route({
    method: ["GET", "POST"],
    url: "/oauth2/userInfo",
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
      const account = bearer && (await findHolder(context, bearer));
      if (!account) {
        const challenge = bearer ? 'Bearer error="invalid_token"' : "Bearer";
        return reply.code(401).header("www-authenticate", challenge).send({ error: "invalid_token" });
      }
      const { token_use: _, "cognito:username": username, ...claims } = idTokenClaims(account, undefined);
      return { ...claims, username };
    },
  });
}

/** The account of our access token if its session is still valid. */
async function findHolder(context: IdentityContext, token: string): Promise<Account | undefined> {
  const claims = await verify(context, token);
  if (claims?.token_use !== "access" || !claims.sub || !(await context.isTokenAlive(claims))) return undefined;
  return context.accounts.findById(claims.sub);
}

async function verify({ keyRing, publicUrl }: IdentityContext, token: string) {
  try {
    const { payload } = await jwtVerify(token, keyRing.findKey, {
      issuer: publicUrl,
      audience: apiAudience,
      algorithms: [signingAlgorithm],
    });
    return payload;
  } catch (error) {
    // Failing to read the keys says nothing about the token.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

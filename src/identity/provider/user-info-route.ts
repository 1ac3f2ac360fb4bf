import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import type { Account } from "../accounts/account-queries.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { AccessTokenCheck } from "./access-token-check.ts";
import { idTokenClaims } from "./claims.ts";
import { isForeignClient } from "./clients.ts";

/**
 * `/oauth2/userInfo`, for the access tokens of the API, which the provider's own address would refuse, and for the opaque
 * ones of further clients, which are told what their user agreed to.
 */
export function userInfoRoute(
  app: FastifyInstance,
  { provider, accounts, findHolder }: { provider: Provider; accounts: Accounts; findHolder: AccessTokenCheck },
): void {
  async function find(token: string): Promise<{ account: Account; scopes: string[]; isForeign: boolean } | undefined> {
    const holder = await findHolder(token);
    if (holder) return { account: holder.account, scopes: holder.scopes, isForeign: isForeignClient(holder) };
    const opaque = token.includes(".") ? undefined : await provider.AccessToken.find(token);
    const account = opaque?.isValid ? await accounts.findById(opaque.accountId) : undefined;
    return account?.enabled ? { account, scopes: (opaque?.scope ?? "").split(" "), isForeign: true } : undefined;
  }

  app.route({
    method: ["GET", "POST"],
    url: "/oauth2/userInfo",
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
      const found = bearer ? await find(bearer) : undefined;
      if (!found) {
        const challenge = bearer ? 'Bearer error="invalid_token"' : "Bearer";
        return reply.code(401).header("www-authenticate", challenge).send({ error: "invalid_token" });
      }
      const { account, scopes, isForeign } = found;
      // Cairn itself is told name and groups whatever it asked for; its own calls live from them.
      const scope = (isForeign ? scopes : [...scopes, "groups"]).join(" ");
      const {
        token_use: _,
        "cognito:username": named,
        ...claims
      } = idTokenClaims(account, { grantId: undefined, scope });
      const username = isForeign ? named : account.username;
      return { ...claims, ...(username !== undefined && { username }) };
    },
  });
}

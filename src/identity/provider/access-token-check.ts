import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import type { Account } from "../accounts/accounts.ts";
import type { IdentityContext } from "../context.ts";
import type { TokenLife } from "../sessions/token-life.ts";
import { signingAlgorithm } from "./keys.ts";
import { apiAudience } from "./provider.ts";

/** The account of an access token of ours whose session lives, or undefined. */
export type AccessTokenCheck = (token: string) => Promise<Account | undefined>;

export function accessTokenCheck(context: IdentityContext, isTokenAlive: TokenLife): AccessTokenCheck {
  const { accounts, keys, publicUrl } = context;
  const keySet = createLocalJWKSet({ keys: keys.public } as JSONWebKeySet);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer: publicUrl,
        audience: apiAudience,
        algorithms: [signingAlgorithm],
      });
      if (payload.token_use !== "access" || !payload.sub || !(await isTokenAlive(payload))) return undefined;
      return await accounts.findById(payload.sub);
    } catch {
      return undefined;
    }
  };
}

import { jwtVerify } from "jose";
import type { Account } from "../accounts/account-queries.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { TokenLife } from "../sessions/token-life.ts";
import { apiAudience } from "./clients.ts";
import type { KeyRing } from "./key-ring.ts";
import { signingAlgorithm } from "./keys.ts";

/** The account of an access token of ours whose session lives, or undefined. */
export type AccessTokenCheck = (token: string) => Promise<Account | undefined>;

export function accessTokenCheck(context: {
  accounts: Accounts;
  keyRing: KeyRing;
  publicUrl: string;
  isTokenAlive: TokenLife;
}): AccessTokenCheck {
  const { accounts, keyRing, publicUrl, isTokenAlive } = context;
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keyRing.findKey, {
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

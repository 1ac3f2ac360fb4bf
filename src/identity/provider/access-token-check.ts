import { errors, jwtVerify } from "jose";
import type { Account } from "../accounts/account-queries.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { TokenLife } from "../sessions/token-life.ts";
import { apiAudience } from "./clients.ts";
import type { KeyRing } from "./key-ring.ts";
import { signingAlgorithm } from "./keys.ts";

/** The account of our access token if its session is still valid, otherwise undefined. */
export type AccessTokenCheck = (token: string) => Promise<Account | undefined>;

export function accessTokenCheck(context: {
  accounts: Accounts;
  keyRing: KeyRing;
  publicUrl: string;
  isTokenAlive: TokenLife;
}): AccessTokenCheck {
  const { accounts, keyRing, publicUrl, isTokenAlive } = context;

  async function verify(token: string) {
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

  return async (token) => {
    const claims = await verify(token);
    if (claims?.token_use !== "access" || !claims.sub || !(await isTokenAlive(claims))) return undefined;
    return accounts.findById(claims.sub);
  };
}

import type { Account } from "../accounts/account-queries.ts";

export const clientId = "cairn-web";
/** Signs people in for the account page; its tokens are never used. */
export const accountClientId = "cairn-account";
export const apiAudience = "urn:cairn:api";
export const scopes = "email profile openid";

/** Uses Cognito's claim names, so that software made for it works. */
export function idTokenClaims(account: Account, grantId: string | undefined) {
  return {
    ...(grantId && { origin_jti: grantId }),
    sub: account.id,
    token_use: "id",
    "cognito:groups": account.groups,
    "cognito:username": account.username,
    preferred_username: account.username,
    name: account.displayName ?? account.username,
    email: account.email,
    email_verified: account.emailVerified,
  };
}

export function accessTokenClaims(account: Account, grantId: string | undefined) {
  return {
    ...(grantId && { origin_jti: grantId, grant_id: grantId }),
    token_use: "access",
    username: account.username,
    "cognito:groups": account.groups,
    token_version: account.tokenVersion,
  };
}

import type { Account } from "../accounts/account-queries.ts";

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

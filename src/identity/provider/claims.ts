import type { Account } from "../accounts/account-queries.ts";

/** Named as Cognito names them, so that software made for it finds them. */
export function idTokenClaims(account: Account) {
  return {
    sub: account.id,
    token_use: "id",
    "cognito:username": account.username,
    "cognito:groups": account.groups,
    preferred_username: account.username,
    name: account.displayName ?? account.username,
    email: account.email,
    email_verified: account.emailVerified,
  };
}

export function accessTokenClaims(account: Account) {
  return {
    token_use: "access",
    username: account.username,
    "cognito:groups": account.groups,
    token_version: account.tokenVersion,
  };
}

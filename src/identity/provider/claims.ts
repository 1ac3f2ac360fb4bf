import type { Account } from "../accounts/account-queries.ts";

/**
 * Named as Cognito names them, so that software made for it finds them. Cairn itself is told all of them; a further
 * client is told what belongs to the scopes that its user agreed to.
 */
export function idTokenClaims(account: Account, about: { grantId: string | undefined; scope?: string }) {
  const { grantId, scope } = about;
  const tells = (name: string) => scope === undefined || scope.split(" ").includes(name);
  return {
    ...(grantId && { origin_jti: grantId }),
    sub: account.id,
    token_use: "id",
    ...(tells("groups") && { "cognito:groups": account.groups }),
    ...(tells("profile") && {
      "cognito:username": account.username,
      preferred_username: account.username,
      name: account.displayName ?? account.username,
    }),
    ...(tells("email") && { email: account.email, email_verified: account.emailVerified }),
  };
}

export function accessTokenClaims(account: Account, grantId: string | undefined) {
  return {
    // Amazon's libraries revoke the refresh token at sign-out where the access token has it.
    ...(grantId && { origin_jti: grantId, grant_id: grantId }),
    token_use: "access",
    username: account.username,
    "cognito:groups": account.groups,
    token_version: account.tokenVersion,
  };
}

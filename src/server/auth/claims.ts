import { type Claims, claimAt, groupNames, rolesOf } from "../../contract/roles.ts";
import type { Identity } from "./identity.ts";

/**
 * Is this an access token? Providers say it differently: Cognito and the embedded provider by `token_use`, Keycloak by a
 * claim `typ`, others by the type in the header. Where a token says nothing, only an audience of its own, which no ID
 * token has, speaks for it.
 */
export function isAccessToken(
  claims: Claims,
  headerType: string | undefined,
  expected: { audience: string | undefined; clientId: string },
): boolean {
  if (claims.token_use !== undefined) return claims.token_use === "access";
  if (claims.typ !== undefined) return claims.typ === "Bearer";
  const type = headerType?.toLowerCase().replace(/^application\//, "");
  if (type === "at+jwt") return true;
  if (claims.nonce !== undefined || claims.at_hash !== undefined || claims.c_hash !== undefined) return false;
  return expected.audience !== undefined && expected.audience !== expected.clientId;
}

/**
 * Is the token meant for us? By its audience where one is configured, and always by the client it was given to, as far
 * as it says so. Cognito's access tokens have no audience; Keycloak names the client `azp`.
 */
export function isMeantForUs(
  claims: Claims,
  expected: { audience: string | undefined; clientId: string; isAnyClientTaken?: boolean | undefined },
): boolean {
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (expected.audience !== undefined && !audiences.includes(expected.audience)) return false;
  if (expected.isAnyClientTaken) return expected.audience !== undefined;
  const client = claims.client_id ?? claims.azp;
  if (client !== undefined) return client === expected.clientId;
  return expected.audience !== undefined || audiences.includes(expected.clientId);
}

/** The identity in the claims, or undefined where they name nobody. */
export function findIdentity(claims: Claims, names: { username: string; groups: string }): Identity | undefined {
  const username = claimAt(claims, names.username);
  if (typeof username !== "string" || username === "" || username.length > 128) return undefined;
  const groups = groupNames(claimAt(claims, names.groups));
  return {
    username,
    groups,
    ...rolesOf(groups),
  };
}

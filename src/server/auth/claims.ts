import type { AudienceClaim } from "../../contract/enums.ts";
import { usernameLength } from "../../contract/limits.ts";
import { type Claims, claimAt, groupNames, rolesOf } from "../../contract/roles.ts";
import { groupRolesOf, type TeamGroups } from "./group-roles.ts";
import type { Identity } from "./identity.ts";

/** What a token must contain to be intended for this installation. */
export type Expected = {
  clientId: string;
  /** If set, the value of `audienceClaim`. */
  audience?: string | undefined;
  /** `aud` by default. Any other claim names the client: `audience`, or the client's id. */
  audienceClaim?: AudienceClaim | undefined;
};

/**
 * Whether this is an access token. Cognito and the embedded provider mark it by `token_use`, Keycloak by the claim `typ`, others by
 * the header's type (RFC 9068) or scopes. Without a mark, an ID token has a `nonce`, the hash of another token, or the client
 * among its audiences (OpenID Connect Core 1.0, 2 and 3.1.3.6). Any other token must have the audience or client that the
 * settings require.
 */
export function isAccessToken(claims: Claims, headerType: string | undefined, expected: Expected): boolean {
  if (claims.token_use !== undefined) return claims.token_use === "access";
  if (claims.typ !== undefined) return claims.typ === "Bearer";
  if (headerType?.toLowerCase().replace(/^application\//, "") === "at+jwt") return true;
  if (claims.at_hash !== undefined || claims.c_hash !== undefined) return false;
  if (claims.scope !== undefined || claims.scp !== undefined) return true;
  if (claims.nonce !== undefined || valuesOf(claims.aud).includes(expected.clientId)) return false;
  return expected.audience !== undefined || (expected.audienceClaim ?? "aud") !== "aud";
}

/**
 * Whether the token is for us: by its audience if one is configured, and by its client if it names one. Cognito's access tokens
 * have no audience; Keycloak and Auth0 name the client `azp`, Okta `cid`, Entra `appid` or `azp`.
 */
export function isMeantForUs(claims: Claims, expected: Expected): boolean {
  const { clientId, audience, audienceClaim = "aud" } = expected;
  if (audienceClaim !== "aud") return claims[audienceClaim] === (audience ?? clientId);
  if (audience !== undefined && !valuesOf(claims.aud).includes(audience)) return false;
  const client = claims.client_id ?? claims.azp ?? claims.cid ?? claims.appid;
  if (client !== undefined) return client === clientId;
  return audience !== undefined || valuesOf(claims.aud).includes(clientId);
}

function valuesOf(claim: unknown): unknown[] {
  return Array.isArray(claim) ? claim : [claim];
}

const subjectLengthMax = 255;

/** The claims with the username and the groups. */
export type IdentityClaims = {
  username: string;
  groups: string;
  groupsSeparator?: string | undefined;
  teamGroups?: TeamGroups | undefined;
};

/** The identity in a token's claims; undefined without subject or username. */
export function findIdentity(claims: Claims, issuer: string, names: IdentityClaims): Identity | undefined {
  const username = claimAt(claims, names.username);
  const subject = claims.sub;
  if (!isName(username, usernameLength.max) || !isName(subject, subjectLengthMax)) return undefined;
  const groups = groupNames(claimAt(claims, names.groups), names.groupsSeparator);
  return {
    issuer,
    subject,
    username,
    groups,
    ...rolesOf(groups),
    groupRoles: groupRolesOf(groups, names.teamGroups),
    ...mailAddressOf(claims),
    ...(typeof claims.grant_id === "string" && { sessionId: claims.grant_id }),
  };
}

/** `email` and `email_verified` of OpenID Connect Core 1.0, 5.1; some providers write the second as a string. */
function mailAddressOf({ email, email_verified: isVerified }: Claims): Pick<Identity, "mailAddress"> {
  if (typeof email !== "string") return {};
  const isGood = (isVerified === true || isVerified === "true") && email.length <= 254 && mailAddress.test(email);
  return { mailAddress: isGood ? email : null };
}

/** One mailbox: nothing that a mail server could read as two. */
const mailAddress = /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[\p{L}\p{N}.-]+$/u;

function isName(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= lengthMax && !value.includes("\u0000");
}

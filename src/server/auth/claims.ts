import type { AudienceClaim } from "../../contract/enums.ts";
import { usernameLength } from "../../contract/limits.ts";
import { type Claims, claimAt, groupNames, type ReviewersGroups, rolesOf } from "../../contract/roles.ts";
import type { Identity } from "./identity.ts";

/** What a token has to say to be meant for this installation. */
export type Expected = {
  clientId: string;
  /** Where it is set, what `audienceClaim` must hold. */
  audience: string | undefined;
  /** `aud` by default. Any other one names the client: it must hold `audience`, or the client's id. */
  audienceClaim?: AudienceClaim | undefined;
};

/**
 * Is this an access token? Providers say it differently: Cognito and the embedded provider by `token_use`, Keycloak by a
 * claim `typ`, others by the type in the header (RFC 9068) or by the scopes that the token is for. Where a token says
 * nothing, an ID token is known by what only ID tokens have (OpenID Connect Core 1.0, 2 and 3.1.3.6): a `nonce`, the hash of
 * another token, or the client among its audiences. What is left must at least name the audience or the client that
 * the settings ask for.
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
 * Is the token meant for us? By its audience where one is configured, and always by the client it was given to, as far
 * as it says so. Cognito's access tokens have no audience; Keycloak and Auth0 name the client `azp`, Okta `cid`, Entra
 * `appid` or `azp`.
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

/** Where the claims name a user, and the groups they are in. */
export type IdentityClaims = {
  username: string;
  groups: string;
  groupsSeparator: string | undefined;
} & ReviewersGroups;

/** The identity in the claims of a token of `issuer`, or undefined where they name nobody. */
export function findIdentity(claims: Claims, issuer: string, names: IdentityClaims): Identity | undefined {
  const username = claimAt(claims, names.username);
  const subject = claims.sub;
  if (!isName(username, usernameLength.max) || !isName(subject, subjectLengthMax)) return undefined;
  const groups = groupNames(claimAt(claims, names.groups), names.groupsSeparator);
  const roles = rolesOf(groups, names);
  return { issuer, subject, username, groups, ...roles, ...mailAddressOf(claims) };
}

/** What OpenID Connect Core 1.0, 5.1, calls `email` and `email_verified`; some providers write the second as a text. */
function mailAddressOf({ email, email_verified: isVerified }: Claims): Pick<Identity, "mailAddress"> {
  if (typeof email !== "string") return {};
  const isGood = (isVerified === true || isVerified === "true") && email.length <= 254 && mailAddress.test(email);
  return { mailAddress: isGood ? email : null };
}

/** One mailbox, and nothing that a mail server could read as a second one. */
const mailAddress = /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[\p{L}\p{N}.-]+$/u;

function isName(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= lengthMax && !value.includes("\u0000");
}

import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { AudienceClaim } from "../../contract/enums.ts";
import { usernameLength } from "../../contract/limits.ts";
import { type Claims, claimAt, defaultClaims, groupNames, rolesOf } from "../../contract/roles.ts";
import type { Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { discoveredKeys, withoutSlash } from "./external-provider.ts";
import { groupRolesOf, type Identity, type TeamGroups } from "./identity.ts";

export type TokenVerifierOptions = Expected & {
  /** The provider's issuer; a trailing slash makes no difference. */
  issuer: string;
  /** The issuer in identities, if the provider's address may change. */
  issuerName?: string;
  usernameClaim?: string | undefined;
  groupsClaim?: string | undefined;
  /** Splits a groups claim that is a string; without it the string is one group. */
  groupsSeparator?: string | undefined;
  teamGroups?: TeamGroups | undefined;
  /** How much the provider's clock and ours may differ. */
  clockToleranceSeconds?: number;
  /** The provider's keys if it runs in this process; otherwise they are read from its address. */
  keys?: JWTVerifyGetKey;
  /** The last check, with the claims of a valid token. */
  isTokenAlive?: (claims: Record<string, unknown>, tx?: Tx) => Promise<boolean>;
  /** Whether the account of a dead or expired token was deleted: its phone has to know. */
  isAccountDeleted?: (subject: string) => Promise<boolean>;
  /** Logs tokens that the settings don't fit. */
  logger?: { warn: (details: object, message: string) => void };
};

export type TokenVerifier = {
  /**
   * @param at when the token must not have expired, by default now; what was revoked or ended is refused at any rate
   * @throws DomainError `unauthenticated`, `token_expired`, `account_deleted`, or `unavailable` if the provider's keys can't be read
   */
  (bearer: string, at?: Date): Promise<Identity>;
  /**
   * Asks in a transaction, about a token that was verified, whether it was revoked or its session ended meanwhile.
   * @throws DomainError `unauthenticated`, `token_expired`
   */
  requireAlive(bearer: string, tx: Tx): Promise<void>;
};

/** Public-key algorithms only. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const tokenLengthMax = 16_384;

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { logger, isTokenAlive, isAccountDeleted, clockToleranceSeconds = 60 } = options;
  const issuer = withoutSlash(options.issuer);
  const issuerName = options.issuerName ?? issuer;
  const keys = options.keys ?? discoveredKeys(issuer, logger);
  const names = {
    ...options,
    username: options.usernameClaim ?? defaultClaims.username,
    groups: options.groupsClaim ?? defaultClaims.groups,
  };

  const verify = async (bearer: string, at?: Date): Promise<Identity> => {
    const { payload, protectedHeader } = await verifySignature(bearer, at);
    if (!isAccessToken(payload, protectedHeader.typ, options)) throw new DomainError("unauthenticated.noAccessToken");
    if (!isMeantForUs(payload, options)) throw new DomainError("unauthenticated.otherApplication");
    const identity = findIdentity(payload, issuerName, names);
    if (!identity) {
      logMissingName(payload);
      throw new DomainError("unauthenticated.noUser");
    }
    if (isTokenAlive && !(await isTokenAlive(payload))) {
      await refuseDeleted(payload);
      throw new DomainError("token_expired.sessionEnded");
    }
    return identity;
  };

  const requireAlive = async (bearer: string, tx: Tx): Promise<void> => {
    if (isTokenAlive && !(await isTokenAlive(decodeJwt(bearer), tx))) {
      throw new DomainError("token_expired.sessionEnded");
    }
  };

  return Object.assign(verify, { requireAlive });

  async function refuseDeleted({ sub }: JWTPayload): Promise<void> {
    if (sub !== undefined && (await isAccountDeleted?.(sub))) throw new DomainError("account_deleted");
  }

  async function verifySignature(token: string, at?: Date): ReturnType<typeof verifyWith> {
    if (token.length > tokenLengthMax) throw new DomainError("unauthenticated.tokenTooLong");
    if (token.split(".").length !== 3) throw new DomainError("unauthenticated.opaqueToken");
    try {
      return await verifyWith(keys, token, at);
    } catch (error) {
      // Its signature is right: that is checked before the time.
      if (error instanceof errors.JWTExpired) await refuseDeleted(error.payload);
      throw refusalOf(error);
    }
  }

  async function verifyWith(key: JWTVerifyGetKey, token: string, at?: Date) {
    const rules = {
      issuer: [issuer, `${issuer}/`],
      algorithms,
      requiredClaims: ["exp"],
      clockTolerance: clockToleranceSeconds,
      ...(at && { currentDate: at }),
    };
    try {
      return await jwtVerify(token, key, rules);
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      // Keys without an id: try each.
      for await (const candidate of error) {
        try {
          return await jwtVerify(token, candidate, rules);
        } catch (failure) {
          if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
        }
      }
      throw new errors.JWSSignatureVerificationFailed();
    }
  }

  function logMissingName(payload: JWTPayload): void {
    const message =
      payload.sub === undefined
        ? "an access token has no claim sub"
        : `an access token has no username: OIDC_USERNAME_CLAIM is "${names.username}", which it does not have`;
    logger?.warn({ claims: Object.keys(payload) }, message);
  }
}

function refusalOf(error: unknown): DomainError {
  if (error instanceof errors.JWTExpired) return new DomainError("token_expired");
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "iss") {
    return new DomainError("unauthenticated.otherIssuer");
  }
  const unreachable =
    error instanceof errors.JWKSInvalid || !(error instanceof errors.JOSEError) || error.code === "ERR_JOSE_GENERIC";
  if (unreachable) return new DomainError("unavailable.identityProvider", { cause: error });
  return new DomainError("unauthenticated.tokenInvalid");
}

/** What a token must contain to be intended for this installation. */
type Expected = {
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
function isAccessToken(claims: Claims, headerType: string | undefined, expected: Expected): boolean {
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
function isMeantForUs(claims: Claims, expected: Expected): boolean {
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
type IdentityClaims = {
  username: string;
  groups: string;
  groupsSeparator?: string | undefined;
  teamGroups?: TeamGroups | undefined;
};

/** The identity in a token's claims; undefined without subject or username. */
function findIdentity(claims: Claims, issuer: string, names: IdentityClaims): Identity | undefined {
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

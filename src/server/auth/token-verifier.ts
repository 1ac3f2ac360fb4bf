import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { AudienceClaim } from "../../contract/enums.ts";
import { defaultClaims } from "../../contract/roles.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findIdentity, isAccessToken, isMeantForUs } from "./claims.ts";
import type { Identity } from "./identity.ts";
import { discoveredKeys, ProviderUnreachableError, withoutSlash } from "./provider-keys.ts";

export type TokenVerifierOptions = {
  /** The provider's issuer, with or without a trailing slash. */
  issuer: string;
  /** The issuer to store in identities; differs if the provider's address may change. */
  issuerName?: string | undefined;
  clientId: string;
  /** Expected in `audienceClaim`; omit it for providers whose access tokens have none. */
  audience?: string | undefined;
  /** Default `aud`. */
  audienceClaim?: AudienceClaim | undefined;
  /** Default `cognito:groups`. */
  groupsClaim?: string | undefined;
  /** Separates groups in a text claim; without it the text is one group. */
  groupsSeparator?: string | undefined;
  /** Prefix of reviewers' groups. Default `reviewers:`. */
  reviewersPrefix?: string | undefined;
  /** Whether the rest may be an organization's name. Default false: only its id. */
  reviewersByName?: boolean | undefined;
  /** Default `username`. */
  usernameClaim?: string | undefined;
  /** Tolerated clock difference. Default 60. */
  clockToleranceSeconds?: number | undefined;
  /** The provider's keys if it runs in this process; otherwise its discovery document has them. */
  keys?: JWTVerifyGetKey | undefined;
  /** Called last, with the claims of an otherwise valid token. */
  isTokenAlive?: ((claims: Record<string, unknown>) => Promise<boolean>) | undefined;
  /** Logs contradictions between settings and tokens. */
  logger?: { warn: (details: object, message: string) => void } | undefined;
  clock?: (() => Date) | undefined;
};

/**
 * The identity of an access token.
 * @throws DomainError `unauthenticated`, `token_expired`, or `unavailable` if the provider's keys can't be read
 */
export type TokenVerifier = (bearer: string) => Promise<Identity>;

/** Public-key algorithms only, neither `none` nor HMAC. */
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
const defaultToleranceSeconds = 60;

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { logger, isTokenAlive, clockToleranceSeconds = defaultToleranceSeconds, clock = () => new Date() } = options;
  const { clientId, audience, audienceClaim } = options;
  const issuer = withoutSlash(options.issuer);
  const issuerName = options.issuerName ?? issuer;
  const keys = options.keys ?? discoveredKeys(issuer, logger);
  const names = {
    username: options.usernameClaim ?? defaultClaims.username,
    groups: options.groupsClaim ?? defaultClaims.groups,
    groupsSeparator: options.groupsSeparator,
    reviewersPrefix: options.reviewersPrefix,
    reviewersByName: options.reviewersByName,
  };

  return async (bearer) => {
    const { payload, protectedHeader } = await verifySignature(bearer);
    const expected = { audience, audienceClaim, clientId };
    if (!isAccessToken(payload, protectedHeader.typ, expected)) throw new DomainError("unauthenticated.noAccessToken");
    if (!isMeantForUs(payload, expected)) {
      throw new DomainError("unauthenticated.otherApplication");
    }
    const identity = findIdentity(payload, issuerName, names);
    if (!identity) {
      logMissingName(payload);
      throw new DomainError("unauthenticated.noUser");
    }
    if (isTokenAlive && !(await isTokenAlive(payload))) {
      throw new DomainError("token_expired.sessionEnded");
    }
    return identity;
  };

  async function verifySignature(token: string): ReturnType<typeof verifyWith> {
    if (token.length > tokenLengthMax) throw new DomainError("unauthenticated.tokenTooLong");
    if (token.split(".").length !== 3) throw new DomainError("unauthenticated.opaqueToken");
    try {
      return await verifyWith(keys, token);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async function verifyWith(key: JWTVerifyGetKey, token: string) {
    const rules = {
      issuer: [issuer, `${issuer}/`],
      algorithms,
      requiredClaims: ["exp"],
      clockTolerance: clockToleranceSeconds,
      currentDate: clock(),
    };
    try {
      return await jwtVerify(token, key, rules);
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      // Several keys without an id: try each.
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
    error instanceof ProviderUnreachableError ||
    error instanceof errors.JWKSInvalid ||
    !(error instanceof errors.JOSEError) ||
    error.code === "ERR_JOSE_GENERIC";
  if (unreachable) return new DomainError("unavailable.identityProvider", { cause: error });
  return new DomainError("unauthenticated.tokenInvalid");
}

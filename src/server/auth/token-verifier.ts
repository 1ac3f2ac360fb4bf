import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Claims } from "../../contract/roles.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findIdentity, isAccessToken, isMeantForUs } from "./claims.ts";
import type { Identity } from "./identity.ts";
import { discoveredKeys, ProviderUnreachableError, withoutSlash } from "./provider-keys.ts";

export type TokenVerifierOptions = {
  /** The provider's issuer; a slash at its end makes no difference. */
  issuer: string;
  clientId: string;
  /** Expected in `aud`; left out for providers whose access tokens have none. */
  audience?: string | undefined;
  /** The provider gives `audience` to those clients alone that may use the API, whichever they are. Default false. */
  isAnyClientTaken?: boolean | undefined;
  /** Default `cognito:groups`. */
  groupsClaim?: string | undefined;
  /** Default `username`. */
  usernameClaim?: string | undefined;
  /** The provider's keys, where it runs in this process; otherwise they are found by its discovery document. */
  keys?: JWTVerifyGetKey | undefined;
  /** Asked last, with the claims of a token that is otherwise good. */
  isTokenAlive?: ((claims: Record<string, unknown>) => Promise<boolean>) | undefined;
  clock?: (() => Date) | undefined;
};

/**
 * The identity that an access token proves.
 * @throws DomainError `unauthenticated`, `token_expired`, or `unavailable` where the provider's keys cannot be read.
 */
export type TokenVerifier = (bearer: string) => Promise<Identity>;

/** Public-key algorithms only: never `none`, never one that a public key could be the secret of. */
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
const clockToleranceSeconds = 5;

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { clientId, audience, isAnyClientTaken, isTokenAlive, clock = () => new Date() } = options;
  const issuer = withoutSlash(options.issuer);
  const keys = options.keys ?? discoveredKeys(issuer);
  const names = { username: options.usernameClaim ?? "username", groups: options.groupsClaim ?? "cognito:groups" };

  return async (bearer) => {
    const { claims, headerType } = await verifySignature(bearer);
    if (!isAccessToken(claims, headerType, { audience, clientId }))
      throw new DomainError("unauthenticated.noAccessToken");
    if (!isMeantForUs(claims, { audience, clientId, isAnyClientTaken }))
      throw new DomainError("unauthenticated.otherApplication");
    const identity = findIdentity(claims, names);
    if (!identity) throw new DomainError("unauthenticated.noUser");
    if (isTokenAlive && !(await isTokenAlive(claims))) {
      throw new DomainError("token_expired.sessionEnded");
    }
    return identity;
  };

  async function verifySignature(token: string): Promise<{ claims: Claims; headerType: string | undefined }> {
    if (token.length > tokenLengthMax) throw new DomainError("unauthenticated.tokenTooLong");
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: [issuer, `${issuer}/`],
        algorithms,
        requiredClaims: ["exp"],
        clockTolerance: clockToleranceSeconds,
        currentDate: clock(),
      });
      return { claims: payload, headerType: protectedHeader.typ };
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

function refusalOf(error: unknown): DomainError {
  if (error instanceof errors.JWTExpired) return new DomainError("token_expired");
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "iss") {
    return new DomainError("unauthenticated.otherIssuer");
  }
  const unreachable =
    error instanceof ProviderUnreachableError ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    !(error instanceof errors.JOSEError) ||
    error.code === "ERR_JOSE_GENERIC";
  if (unreachable) return new DomainError("unavailable.identityProvider", { cause: error });
  return new DomainError("unauthenticated.tokenInvalid");
}

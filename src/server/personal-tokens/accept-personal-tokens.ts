import { rolesOf } from "../../contract/roles.ts";
import type { Identity } from "../auth/identity.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { FindEnabledAccounts } from "../teams/member-queries.ts";
import { findToken, noteUse } from "./personal-token-queries.ts";
import { findTokenSha256, isPersonalToken } from "./personal-token-rules.ts";

const useNotedEveryMs = 60_000;

export type PersonalTokenServices = {
  db: Db;
  /** The issuer of the accounts that can sign in here. */
  issuer: string;
  /** Absent with an external provider, which can't be asked. */
  isAccountActive: ((subject: string) => Promise<boolean>) | undefined;
  findEnabledAccounts: FindEnabledAccounts;
};

/** A verifier of personal tokens and of the provider's access tokens. */
export function acceptPersonalTokens(services: PersonalTokenServices, verifyToken: TokenVerifier): TokenVerifier {
  const verify = (bearer: string, at?: Date) =>
    isPersonalToken(bearer) ? verifyPersonalToken(services, bearer, at) : verifyToken(bearer, at);
  const requireAlive = (bearer: string, tx: Tx) =>
    isPersonalToken(bearer) ? requirePersonalToken(services, bearer, tx) : verifyToken.requireAlive(bearer, tx);
  return Object.assign(verify, { requireAlive });
}

async function requirePersonalToken(
  { issuer, findEnabledAccounts }: PersonalTokenServices,
  bearer: string,
  tx: Tx,
): Promise<void> {
  const sha256 = findTokenSha256(bearer);
  const subject = sha256 && (await findToken(tx, sha256, issuer))?.subject;
  if (!subject || (findEnabledAccounts && (await findEnabledAccounts(tx, [subject])).length === 0)) {
    throw new DomainError("unauthenticated.personalToken");
  }
}

/**
 * The token's owner, without groups: those are only known at a sign-in, so only roles in teams count.
 * @throws DomainError `unauthenticated`, `token_expired`
 */
async function verifyPersonalToken(
  { db, issuer, isAccountActive }: PersonalTokenServices,
  bearer: string,
  at = new Date(),
): Promise<Identity> {
  const sha256 = findTokenSha256(bearer);
  const token = sha256 && (await findToken(db, sha256, issuer));
  if (!token?.subject) throw new DomainError("unauthenticated.personalToken");
  if (token.expires_at.getTime() <= at.getTime()) throw new DomainError("token_expired.personalToken");
  if (isAccountActive && !(await isAccountActive(token.subject)))
    throw new DomainError("unauthenticated.personalToken");
  const lastNotedMs = token.last_used_at?.getTime() ?? 0;
  if (lastNotedMs < Date.now() - useNotedEveryMs) await noteUse(db, token.id);
  const { username, subject, scope } = token;
  return { issuer, subject, username, groups: [], groupRoles: [], ...rolesOf([]), tokenScope: scope };
}

import type { Access } from "../../contract/roles.ts";
import type { Identity } from "../auth/identity.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";

/** The caller as a handler sees it: undefined only for calls that are open to visitors. */
export type IdentityOf<A extends Access> = A extends "visitor" | "signed_address" ? Identity | undefined : Identity;

/** Each call with a signed URL checks its own. */
type GuardedAccess = Exclude<Access, "signed_address">;

type Rule = { refusal: Refusal; allows: (caller: Identity, username: string | undefined) => boolean };

const rules: Record<Exclude<GuardedAccess, "visitor">, Rule> = {
  signed_in: { refusal: "forbidden", allows: () => true },
  self: { refusal: "forbidden", allows: (caller, username) => caller.username === username },
  admin: { refusal: "forbidden.adminsOnly", allows: ({ isAdmin }) => isAdmin },
  reviewer: {
    refusal: "forbidden.reviewersOnly",
    allows: ({ isAdmin, reviewerOf }) => isAdmin || reviewerOf.length > 0,
  },
  feature_tester: { refusal: "forbidden.featureTestersOnly", allows: ({ isFeatureTester }) => isFeatureTester },
  feature_tester_or_admin: {
    refusal: "forbidden.featureTestersAndAdminsOnly",
    allows: ({ isFeatureTester, isAdmin }) => isFeatureTester || isAdmin,
  },
};

/**
 * @param username the one in the path
 * @throws DomainError `unauthenticated`, `forbidden`
 */
export function requireAccess(
  access: GuardedAccess,
  { identity, username }: { identity: Identity | undefined; username?: string | undefined },
): void {
  if (access === "visitor") return;
  if (!identity) throw new DomainError("unauthenticated");
  const { refusal, allows } = rules[access];
  if (!allows(identity, username)) throw new DomainError(refusal);
}

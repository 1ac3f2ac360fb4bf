import type { Roles, TokenScope } from "../../contract/roles.ts";
import type { GroupRole } from "./group-roles.ts";

/** Identifies an account even if its username changes. */
export type AccountKey = {
  /** The provider's issuer, or `embeddedIssuer`. */
  issuer: string;
  /** The provider's stable id of the account: the claim `sub`. */
  subject: string;
};

/** The sender of a request, from its access token. */
export type Identity = Roles &
  AccountKey & {
    username: string;
    groups: string[];
    groupRoles: readonly GroupRole[];
    /** The token's email if verified; null if not verified; absent if the token has none. */
    mailAddress?: string | null;
    /** The sign-in at the embedded provider; absent for others, which can't tell when one ends. */
    sessionId?: string;
    /** Scope of a personal token; absent after a sign-in. */
    tokenScope?: TokenScope;
  };

/** The issuer of embedded accounts; the provider's address may change. */
export const embeddedIssuer = "embedded";

import type { Roles, TeamRole, TokenScope } from "../../contract/roles.ts";

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

/** Groups of the identity provider that give a role, by the beginning of their names: `reviewers:7`. */
type GroupPrefixes = Record<"reviewer" | "coordinator" | "owner", string>;

export const groupPrefixes: GroupPrefixes = {
  reviewer: "reviewers:",
  coordinator: "coordinators:",
  owner: "owners:",
};

export type TeamGroups = {
  prefixes?: GroupPrefixes | undefined;
  /** Whether an organization's name may follow the prefix, not only its id. */
  byName?: boolean | undefined;
};

/** A role that a group gives, in the organization with this id or name. */
export type GroupRole = { role: TeamRole; organization: string };

export function groupRolesOf(
  groups: readonly string[],
  { prefixes = groupPrefixes, byName = false }: TeamGroups = {},
): GroupRole[] {
  const roles = Object.keys(prefixes) as (keyof GroupPrefixes)[];
  return roles.flatMap((role) => {
    const prefix = prefixes[role];
    return groups
      .filter((group) => group.startsWith(prefix) && group !== prefix)
      .map((group) => ({ role, organization: group.slice(prefix.length) }))
      .filter(({ organization }) => byName || isOrganizationId(organization));
  });
}

/** All digits; anything else is an organization's name. */
export function isOrganizationId(text: string): boolean {
  return /^\d+$/.test(text);
}

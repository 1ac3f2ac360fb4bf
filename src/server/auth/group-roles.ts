import type { TeamRole } from "../../contract/roles.ts";

/** Groups of the identity provider that give a role, by the beginning of their names: `reviewers:7`. */
export type GroupPrefixes = Record<"reviewer" | "coordinator" | "owner", string>;

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

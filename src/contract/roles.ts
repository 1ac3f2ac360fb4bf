/** Maps groups to roles, and roles to calls. The server and the app share it. */

export const adminsGroup = "admins";
export const featureTestersGroup = "feature_testers";

/** What a person may do in an organization; each role includes those before it. */
export const teamRoles = ["viewer", "reviewer", "coordinator", "owner"] as const;
export type TeamRole = (typeof teamRoles)[number];

export function includesRole(role: TeamRole, wanted: TeamRole): boolean {
  return teamRoles.indexOf(role) >= teamRoles.indexOf(wanted);
}

/**
 * Who may make a call. `self`: the volunteer whose username is in the path, whatever their role. `signed_address`:
 * anyone with the address, until it expires. `signed_in`: every account; the use case checks ownership. A role in a
 * team: administrators, and people who have it in the path's organization or quest; without one in the path, in any
 * organization, and the use case gets the organizations. `self_or_owner`: an owner, or the member in the path.
 */
export type Access =
  | "visitor"
  | "signed_in"
  | "self"
  | "self_or_owner"
  | "admin"
  | TeamRole
  | "feature_tester"
  | "feature_tester_or_admin"
  | "signed_address";

/** What a personal token may call: only GET, or everything that its owner may. */
export const tokenScopes = ["read", "write"] as const;
export type TokenScope = (typeof tokenScopes)[number];

export type Roles = { isAdmin: boolean; isFeatureTester: boolean };

export function rolesOf(groups: readonly string[]): Roles {
  return { isAdmin: groups.includes(adminsGroup), isFeatureTester: groups.includes(featureTestersGroup) };
}

export type Claims = Readonly<Record<string, unknown>>;

/** A token claim by name, or by a path such as `realm_access.roles` if no claim has that name. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Claims)[key];
  }
  return value;
}

/** Default user and group claims: Cognito's. */
export const defaultClaims = { username: "username", groups: "cognito:groups" } as const;

/**
 * The groups in a claim: a list, or a string split by `separator`; without a separator the string is one group.
 * Keycloak writes `/admins`. A nested group such as `/guests/admins` keeps its path, so it doesn't match `admins`.
 */
export function groupNames(claim: unknown, separator: string | undefined): string[] {
  const names = typeof claim === "string" ? splitGroups(claim, separator) : claim;
  if (!Array.isArray(names)) return [];
  return names
    .filter((name): name is string => typeof name === "string" && name !== "")
    .map((name) => (/^\/[^/]+$/.test(name) ? name.slice(1) : name));
}

function splitGroups(text: string, separator: string | undefined): string[] {
  return separator ? text.split(separator).map((name) => name.trim()) : [text];
}

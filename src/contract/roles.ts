/** Maps groups to roles, and roles to calls. The server and the app share it. */

export const adminsGroup = "admins";
export const featureTestersGroup = "feature_testers";
/**
 * `reviewers:ORG` allows reviewing that organization's data points only, by its id, or by name if a setting allows it.
 */
export const reviewersGroupPrefix = "reviewers:";

/**
 * Who may make a call. `self`: the volunteer whose username is in the path, whatever their role. `signed_address`:
 * anyone with the address, until it expires. `signed_in`: every account; the use case checks ownership. `reviewer`:
 * administrators and reviewers of an organization; the use case checks which data points.
 */
export type Access =
  | "visitor"
  | "signed_in"
  | "self"
  | "admin"
  | "reviewer"
  | "feature_tester"
  | "feature_tester_or_admin"
  | "signed_address";

export type Roles = {
  isAdmin: boolean;
  isFeatureTester: boolean;
  /** Organizations the person reviews for, as their groups name them: by id, or by name if a setting allows it. */
  reviewerOf: readonly string[];
};

/** Prefix of reviewer groups, and whether an organization's name may follow it. */
export type ReviewersGroups = { reviewersPrefix?: string | undefined; reviewersByName?: boolean | undefined };

export function rolesOf(
  groups: readonly string[],
  { reviewersPrefix = reviewersGroupPrefix, reviewersByName = false }: ReviewersGroups = {},
): Roles {
  return {
    isAdmin: groups.includes(adminsGroup),
    isFeatureTester: groups.includes(featureTestersGroup),
    reviewerOf: groups
      .filter((group) => group.startsWith(reviewersPrefix) && group !== reviewersPrefix)
      .map((group) => group.slice(reviewersPrefix.length))
      .filter((organization) => reviewersByName || isOrganizationId(organization)),
  };
}

/** All digits; anything else is an organization's name. */
export function isOrganizationId(text: string): boolean {
  return /^\d+$/.test(text);
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

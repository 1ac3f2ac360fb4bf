/** Whose groups give which role, and who may make a call; both ends read it here. */

export const adminsGroup = "admins";
export const featureTestersGroup = "feature_testers";
/** A group `reviewers:ORG` may review the data points of that organization, by its id, and no others; by its name where a setting says so. */
export const reviewersGroupPrefix = "reviewers:";

/**
 * Who may make a call. `self`: the adventurer whose username stands in the path, whatever their role. `signed_address`:
 * whoever holds the address, until it expires. `signed_in`: everybody with an account; what is theirs, the use case tells.
 * `reviewer`: admins, and whoever reviews for an organization; of which data points, the use case tells.
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
  /** The organizations that the person reviews for, as their groups name them: by id, or by name where a setting says so. */
  reviewerOf: readonly string[];
};

/** What the names of reviewers' groups begin with, and whether the rest may be the name of an organization. */
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

/** All digits; whatever else a group says is the name of an organization. */
export function isOrganizationId(text: string): boolean {
  return /^\d+$/.test(text);
}

export type Claims = Readonly<Record<string, unknown>>;

/** A claim of a token by its name, or by a path such as `realm_access.roles` where no claim has the name itself. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Claims)[key];
  }
  return value;
}

/** The claims that name the user and the groups, where no setting names others: Cognito's. */
export const defaultClaims = { username: "username", groups: "cognito:groups" } as const;

/**
 * The groups that a claim names: a list, or one text that `separator` splits; without a separator a text is one group.
 * Keycloak writes `/admins`; a group within another one, `/guests/admins`, keeps its path and so is no `admins`.
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

/** Whose groups give which role, and who may make a call; both ends read it here. */

export const adminsGroup = "admins";
export const featureTestersGroup = "feature_testers";

/**
 * Who may make a call. `self`: the adventurer whose username stands in the path, whatever their role. `signed_address`:
 * whoever holds the address, until it expires.
 */
export type Access = "visitor" | "self" | "admin" | "feature_tester" | "feature_tester_or_admin" | "signed_address";

export type Roles = { isAdmin: boolean; isFeatureTester: boolean };

export function rolesOf(groups: readonly string[]): Roles {
  return { isAdmin: groups.includes(adminsGroup), isFeatureTester: groups.includes(featureTestersGroup) };
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

/**
 * The groups that a claim names. Keycloak writes `/admins`; a group within another one, `/guests/admins`, keeps its path
 * and so is no `admins`.
 */
export function groupNames(claim: unknown): string[] {
  const names = typeof claim === "string" ? claim.split(/[\s,]+/) : claim;
  if (!Array.isArray(names)) return [];
  return names
    .filter((name): name is string => typeof name === "string" && name !== "")
    .map((name) => (name.startsWith("/") ? name.slice(1) : name));
}

type Claims = Record<string, unknown>;

/** The claims of a JWT, unverified: for showing what the server decides anyway. Empty for anything else. */
export function readClaims(token: string | undefined): Claims {
  const payload = token?.split(".")[1];
  if (!payload) return {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? (claims as Claims) : {};
  } catch {
    return {};
  }
}

/** A claim by its name, or by a path such as `realm_access.roles`. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split(".")) value = (value as Claims | null | undefined)?.[key];
  return value;
}

/** Names of groups without the slash that Keycloak puts before them. */
export function groupNames(claim: unknown): string[] {
  const names = typeof claim === "string" ? claim.split(/[\s,]+/) : claim;
  if (!Array.isArray(names)) return [];
  return names.filter((name): name is string => typeof name === "string").map((name) => name.replace(/^\//, ""));
}

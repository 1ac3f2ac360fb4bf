import type { Claims } from "../../../contract/roles.ts";

/** The unverified claims of a JWT, for display only. Empty for anything else. */
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

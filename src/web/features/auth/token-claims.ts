import { decodeJwt } from "jose";
import type { Claims } from "../../../contract/roles.ts";

/** The claims of a JWT, unverified: for showing what the server decides anyway. Empty for anything else. */
export function readClaims(token: string | undefined): Claims {
  try {
    return decodeJwt(token ?? "");
  } catch {
    return {};
  }
}

import type { IdentityDb } from "../database/identity-database.ts";
import { findGrantHolder } from "./end-sessions.ts";

/**
 * True while the grant behind an access token lives, its account is enabled, and neither its roles nor its password
 * changed since. A signature cannot tell: JWTs are not revoked by themselves.
 */
export type TokenLife = (claims: Record<string, unknown>) => Promise<boolean>;

export function tokenLife(db: IdentityDb, clock: () => Date): TokenLife {
  return async (claims) => {
    if (typeof claims.grant_id !== "string") return false;
    const holder = await findGrantHolder(db, claims.grant_id, clock());
    return (
      holder?.enabled === true && holder.username === claims.username && holder.tokenVersion === claims.token_version
    );
  };
}

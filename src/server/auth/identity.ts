import type { Roles } from "../../contract/roles.ts";

/** An account, whatever its current name. */
export type AccountKey = {
  /** The provider's issuer, or `embeddedIssuer`. */
  issuer: string;
  /** The provider's stable id of the account: the claim `sub`. */
  subject: string;
};

/** The sender of a request, from its access token alone. */
export type Identity = Roles &
  AccountKey & {
    username: string;
    groups: string[];
    /** The token's address if verified; null if not; absent without one. */
    mailAddress?: string | null;
  };

/** Stands for the embedded provider, so that accounts survive a change of its address. */
export const embeddedIssuer = "embedded";

import type { Roles } from "../../contract/roles.ts";

/** An account, whatever its name is today. */
export type AccountKey = {
  /** The provider's issuer, or `embeddedIssuer`. */
  issuer: string;
  /** The provider's stable id of the account: the claim `sub`. */
  subject: string;
};

/** Who a request comes from, by its access token alone. */
export type Identity = Roles &
  AccountKey & {
    username: string;
    groups: string[];
    /** The address in the token where it is verified; null where it is not; absent where the token says nothing. */
    mailAddress?: string | null;
  };

/** Stands for the embedded provider, whose address may change while its accounts stay. */
export const embeddedIssuer = "embedded";

import type { AccountKey } from "../auth/identity.ts";

type Owner = { id: string; issuer: string | null };

/** The row of the account and the row of its username, usually the same. */
export type Owners = { ofAccount: Owner | undefined; ofName: Owner | undefined };

export type Binding = "bound" | "insert" | "rename" | "take_over" | "refuse";

/**
 * What connects the account to its username, given the row of each. Rows of `formerIssuer`, the previous provider, go to the
 * account that now has their username.
 */
export function chooseBinding(
  account: AccountKey & { username: string },
  { ofAccount, ofName }: Owners,
  formerIssuer: string | undefined,
): Binding {
  if (ofAccount?.id === account.username) return "bound";
  if (ofAccount) return ofName ? "refuse" : "rename";
  if (!ofName) return "insert";
  return ofName.issuer !== null && ofName.issuer === formerIssuer ? "take_over" : "refuse";
}

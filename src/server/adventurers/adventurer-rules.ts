import type { AccountKey } from "../auth/identity.ts";

/** An adventurer's row, as far as it says whose it is. */
export type AdventurerOwner = { id: string; issuer: string | null; subject: string | null };

export type Binding = "bound" | "insert" | "rename" | "take_over" | "refuse";

/**
 * What has to happen before an account may act under its name, given the row of the account and the row of the name. Rows of
 * `formerIssuer`, the provider before this one, go to the account that has their name now.
 */
export function chooseBinding(
  account: AccountKey & { username: string },
  { ofAccount, ofName }: { ofAccount: AdventurerOwner | undefined; ofName: AdventurerOwner | undefined },
  formerIssuer: string | undefined,
): Binding {
  if (ofAccount?.id === account.username) return "bound";
  if (ofAccount) return ofName ? "refuse" : "rename";
  if (!ofName) return "insert";
  return ofName.issuer !== null && ofName.issuer === formerIssuer ? "take_over" : "refuse";
}

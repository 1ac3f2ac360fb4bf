import type { AccountKey } from "../auth/identity.ts";

/** The owner of a volunteer's row. */
export type AdventurerOwner = { id: string; issuer: string | null; subject: string | null };

export type Binding = "bound" | "insert" | "rename" | "take_over" | "refuse";

/**
 * What must happen before an account acts under its name, given the rows of the account and of the name. Rows of
 * `formerIssuer` go to the account with the same name.
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

import type { AccountKey } from "../auth/identity.ts";

/** An adventurer's row, as far as it says whose it is. */
export type AdventurerOwner = { id: string; issuer: string | null; subject: string | null; erased_at: Date | null };

/** Which rows the account that now has their name may take over. */
export type TakeOver = {
  /** Those that were bound to no account yet. */
  unbound: boolean;
  /** Those of the provider that this installation used before. */
  formerIssuer: string | undefined;
};

export type Binding = "bound" | "insert" | "rename" | "take_over" | "refuse";

/** What has to happen before an account may act under its name, given the row of the account and the row of the name. */
export function chooseBinding(
  account: AccountKey & { username: string },
  { ofAccount, ofName }: { ofAccount: AdventurerOwner | undefined; ofName: AdventurerOwner | undefined },
  takeOver: TakeOver,
): Binding {
  if (ofAccount?.id === account.username) return "bound";
  if (ofAccount) return ofName ? "refuse" : "rename";
  if (!ofName) return "insert";
  return mayTakeOver(ofName, takeOver) ? "take_over" : "refuse";
}

function mayTakeOver(row: AdventurerOwner, { unbound, formerIssuer }: TakeOver): boolean {
  if (row.erased_at) return false;
  return row.issuer === null ? unbound : row.issuer === formerIssuer;
}

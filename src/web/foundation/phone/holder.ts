/**
 * The account whose data lies on this phone. Its name is stored before a session is, and goes once what the account left
 * is deleted: a browser that is closed in between goes on at the next start. `clear-phone.ts` does it.
 */
export type Holder = {
  account: string;
  /** It has signed out here, so its offline quests go, too. */
  leaves?: boolean;
};

export const holderKey = "cairn.holder";

export function readHolder(): Holder | undefined {
  try {
    return JSON.parse(localStorage.getItem(holderKey) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export const writeHolder = (holder: Holder): void => localStorage.setItem(holderKey, JSON.stringify(holder));

/** The holder signs out. */
export function holderLeaves(): void {
  const holder = readHolder();
  if (holder) writeHolder({ ...holder, leaves: true });
}

export const isHeldBy = (account: string | undefined, holder: Holder): boolean =>
  holder.account === account && !holder.leaves;

/** Whether the account can be shown at once. Nobody's phone becomes the account's. */
export function holdsPhone(account: string): boolean {
  const holder = readHolder();
  if (!holder) writeHolder({ account });
  return !holder || isHeldBy(account, holder);
}

import { forgetOnPhone } from "./forget-on-phone.ts";
import { holderKey, isHeldBy, readHolder, writeHolder } from "./holder.ts";
import { forgetOthersInTab } from "./tab-storage.ts";

let queue: Promise<unknown> = Promise.resolve();

/** One tab at a time, or one task of this tab where there are no locks. */
function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request("cairn.holder", work);
  const mine = queue.then(work);
  queue = mine.catch(() => {});
  return mine;
}

/** Deletes what another account than the one of the session has left. `currentAccount` is asked in turn. */
export const releasePhone = (currentAccount: () => string | undefined): Promise<void> =>
  inTurn(() => forgetAllBut(currentAccount()));

/** As `releasePhone`; then the account is the holder, and `letIn` may store its session. */
export const takePhone = (account: string, letIn: () => void): Promise<void> =>
  inTurn(async () => {
    await forgetAllBut(account);
    writeHolder({ account });
    letIn();
  });

/** Settles once no tab deletes anything. */
export const phoneIsClear = (): Promise<void> => inTurn(async () => {});

async function forgetAllBut(account: string | undefined): Promise<void> {
  forgetOthersInTab(account);
  const holder = readHolder();
  if (!holder || isHeldBy(account, holder)) return;
  await forgetOnPhone(holder.account, { leaves: holder.leaves === true || account !== undefined });
  localStorage.removeItem(holderKey);
}

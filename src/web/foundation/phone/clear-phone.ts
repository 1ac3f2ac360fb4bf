import { makeEmitter } from "../events/emitter.ts";
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

const cleared = makeEmitter();

/** Heard in each tab once nothing of an ended session is left. @returns a function that stops */
export const onPhoneCleared = cleared.listen;

/** Deletes what another account than the one of the session has left. `currentAccount` is asked in turn. */
export async function releasePhone(currentAccount: () => string | undefined): Promise<void> {
  await inTurn(() => forgetAllBut(currentAccount()));
  cleared.emit();
}

/** Clears the phone as `releasePhone` does; then the account is the holder, and `letIn` may store its session. */
export const takePhone = (account: string, letIn: () => void): Promise<void> =>
  inTurn(async () => {
    await forgetAllBut(account);
    writeHolder({ account });
    letIn();
  });

async function forgetAllBut(account: string | undefined): Promise<void> {
  forgetOthersInTab(account);
  const holder = readHolder();
  if (!holder || isHeldBy(account, holder)) return;
  await forgetOnPhone(holder.account, { leaves: holder.leaves === true || account !== undefined });
  localStorage.removeItem(holderKey);
}

import { deleteDB } from "idb";
import { forgetAnswers, forgetKept } from "../api/kept-answers.ts";
import { forgetLists } from "../api/kept-lists.ts";
import { makeEmitter } from "../events/emitter.ts";
import { holderKey, isHeldBy, readHolder, writeHolder } from "./holder.ts";
import { forgetGallery } from "./kept-photos.ts";
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

/**
 * Deletes what an account has left on this phone, whatever ended its session; doing it again is harmless. Its outbox and
 * drafts stay under its name, and its offline quests unless it `leaves`. Also for the service worker.
 */
export async function forgetOnPhone(account: string, { leaves }: { leaves: boolean }): Promise<void> {
  const isIts = (each: string) => each === account;
  await Promise.all([
    endNotifications().catch(console.warn),
    orWhole("cairn-kept", () => (leaves ? forgetKept(account) : forgetAnswers(account))),
    orWhole("cairn-lists", () => forgetLists(isIts)),
    orWhole("cairn-gallery", forgetGallery),
  ]);
}

/** Another tab holds the database, and doesn't let go. */
class HeldDatabaseError extends Error {
  override readonly name = "HeldDatabaseError";
}

/**
 * A database that can't be changed goes as a whole. One that can't be opened either keeps nothing that anybody sees.
 * @throws HeldDatabaseError; the browser deletes it once the tab is closed
 */
async function orWhole(name: string, forget: () => Promise<void>): Promise<void> {
  try {
    await forget().catch(() => deleteWhole(name));
  } catch (error) {
    if (error instanceof HeldDatabaseError) throw error;
    console.warn(error);
  }
}

const deleteWhole = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const blocked = () => reject(new HeldDatabaseError(name));
    deleteDB(name, { blocked }).then(resolve, reject);
  });

/** Those that are shown, and the subscription to more. Works offline; the server forgets it with the session. */
async function endNotifications(): Promise<void> {
  const registration = await findRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** The service worker has its own. */
const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (globalThis as { registration?: ServiceWorkerRegistration }).registration ??
  navigator.serviceWorker?.getRegistration();

import { readQueue } from "./queue.ts";
import { countUndelivered } from "./record.ts";
import { onChange } from "./storage.ts";

/** Shows on the app's icon how many of the account's records wait, where the browser can. Also for the service worker. */
export async function showOnIcon(account: string): Promise<void> {
  if (!navigator.setAppBadge) return;
  const { records } = await readQueue(account);
  await setBadge(countUndelivered(records));
}

/** The browser may forbid it, or lack a database; the number is in the header, too. */
const setBadge = (count: number) => (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());

/** Keeps the icon's number current. @returns a function that clears it */
export function startIconBadge(account: string): () => void {
  let last: Promise<void> = Promise.resolve();
  let isOver = false;
  const show = () => {
    last = last.then(() => (isOver ? undefined : showOnIcon(account))).catch(() => {});
  };
  show();
  const stop = onChange(show);
  return () => {
    stop();
    isOver = true;
    // Waits for a number that is being set.
    if (navigator.clearAppBadge) void last.then(() => navigator.clearAppBadge()).catch(() => {});
  };
}

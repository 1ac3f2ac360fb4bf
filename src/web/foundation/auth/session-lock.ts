let queue: Promise<unknown> = Promise.resolve();

/** Runs one `work` at a time across tabs and the service worker, or in this tab if the browser has no locks. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request("cairn.session", work) as Promise<T>;
  const mine = queue.then(work);
  queue = mine.catch(() => {});
  return mine;
}

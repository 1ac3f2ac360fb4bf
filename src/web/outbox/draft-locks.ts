/** Which drafts this tab has: two tabs never write one. */

/** Tells the browser that the lock may go. */
const held = new Map<string, () => void>();

/** A page that reloads comes before the page that it was has given its lock back: busy phones take their time for that. */
const ownPageGoesWithinMs = 5_000;
const otherPageGoesWithinMs = 150;

/** In this tab's session storage: the draft that it had last. */
const lastKey = "cairn.draft-of-tab";

const lockName = (localId: string) => `cairn-draft/${localId}`;

/** Whether the draft is this tab's now. It stays so until it is let go, or the tab is closed. */
export async function holdDraft(localId: string): Promise<boolean> {
  if (held.has(localId)) return true;
  // Browsers have locks on https and localhost only.
  if (!navigator.locks) return true;
  const waitMs = sessionStorage.getItem(lastKey) === localId ? ownPageGoesWithinMs : otherPageGoesWithinMs;
  return new Promise((resolve) => {
    navigator.locks
      .request(lockName(localId), { signal: AbortSignal.timeout(waitMs) }, () => {
        sessionStorage.setItem(lastKey, localId);
        resolve(true);
        return new Promise<void>((release) => held.set(localId, release));
      })
      .catch(() => resolve(false));
  });
}

export function letDraftGo(localId: string): void {
  if (sessionStorage.getItem(lastKey) === localId) sessionStorage.removeItem(lastKey);
  held.get(localId)?.();
  held.delete(localId);
}

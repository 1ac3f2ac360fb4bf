/** Which drafts this tab has: two tabs never write one. */

/** Tells the browser that the lock may go. */
const held = new Map<string, () => void>();
/** A page that reloads gives its lock back a little later than it comes. */
const secondTryMs = 150;

const lockName = (localId: string) => `cairn-draft/${localId}`;

/** Whether the draft is this tab's now. It stays so until it is let go, or the tab is closed. */
export async function holdDraft(localId: string): Promise<boolean> {
  if (held.has(localId)) return true;
  // Browsers have locks on https and localhost only.
  if (!navigator.locks) return true;
  if (await request(localId)) return true;
  await new Promise((resolve) => setTimeout(resolve, secondTryMs));
  return request(localId);
}

function request(localId: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockName(localId), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return undefined;
      return new Promise<void>((release) => held.set(localId, release));
    });
  });
}

export function letDraftGo(localId: string): void {
  held.get(localId)?.();
  held.delete(localId);
}

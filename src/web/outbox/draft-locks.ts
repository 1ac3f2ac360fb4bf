/** Locks drafts so that two tabs never edit the same one. */

/** Release functions by `localId`. */
const held = new Map<string, () => void>();

/** A reloaded page starts before the old page has released its lock, which takes long on busy phones. */
const ownPageGoesWithinMs = 5_000;
const otherPageGoesWithinMs = 150;

/** Session storage key of this tab's last draft. */
const lastKey = "cairn.draft-of-tab";

const lockName = (localId: string) => `cairn-draft/${localId}`;

/** Locks the draft for this tab until it is released or the tab closes. @returns whether this tab has the lock */
export async function holdDraft(localId: string): Promise<boolean> {
  if (held.has(localId)) return true;
  // Web Locks need https or localhost.
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

import { onRest } from "../foundation/page-rests.ts";
import { isInTab } from "./storage.ts";

/** Locks drafts so that two tabs never edit the same one. */

/** Release functions by `localId`. */
const held = new Map<string, () => void>();

/** A reloaded page starts before the old page has released its lock, which takes long on busy phones. */
const ownPageGoesWithinMs = 5_000;
const otherPageGoesWithinMs = 150;
const askAgainAfterMs = 50;

/** Session storage key of this tab's last draft. */
const lastKey = "cairn.draft-of-tab";

const lockName = (localId: string) => `cairn-draft/${localId}`;

// The next page of this tab may open the draft. If it still has it when this page is back, what is saved first counts.
let resting: string[] = [];
onRest(
  () => {
    resting = [...held.keys()];
    for (const release of held.values()) release();
    held.clear();
  },
  () => {
    for (const localId of resting) void takeIfFree(localId);
  },
);

/** Locks the draft for this tab until it is released or the tab closes. @returns whether this tab has the lock */
export async function holdDraft(localId: string): Promise<boolean> {
  if (held.has(localId)) return true;
  // Web Locks need https or localhost.
  if (!navigator.locks) return true;
  const waitMs = sessionStorage.getItem(lastKey) === localId ? ownPageGoesWithinMs : otherPageGoesWithinMs;
  let isHeld = await takeIfFree(localId);
  // Counted from the first answer: a busy phone gives it late, also for a draft that no other tab has.
  const untilMs = performance.now() + waitMs;
  while (!isHeld && performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
    isHeld = await takeIfFree(localId);
  }
  return isHeld;
}

function takeIfFree(localId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock !== null);
      if (!lock) return;
      sessionStorage.setItem(lastKey, localId);
      return new Promise<void>((release) => held.set(localId, release));
    };
    navigator.locks.request(lockName(localId), { ifAvailable: true }, take).catch(() => resolve(false));
  });
}

export function letDraftGo(localId: string): void {
  // No other tab begins from the words of what is only in this one.
  if (isInTab(localId)) return;
  if (sessionStorage.getItem(lastKey) === localId) sessionStorage.removeItem(lastKey);
  held.get(localId)?.();
  held.delete(localId);
}

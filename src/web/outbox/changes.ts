/** Notifies listeners in all tabs about changes of the outbox. */

type Listener = () => void;

const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-outbox");

function tell(): void {
  for (const listener of listeners) listener();
}

channel?.addEventListener("message", tell);

/** Only `write` in `storage.ts` calls this. */
export function announceChange(): void {
  tell();
  channel?.postMessage("changed");
}

/** @returns a function that removes the listener */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

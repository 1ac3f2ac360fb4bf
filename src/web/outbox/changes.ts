/** Tells everybody who looks at the outbox, in this tab and in others, that it has changed. */

type Listener = () => void;

const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-outbox");

function tell(): void {
  for (const listener of listeners) listener();
}

channel?.addEventListener("message", tell);

/** Called by `write` in `storage.ts` and by nothing else. */
export function announceChange(): void {
  tell();
  channel?.postMessage("changed");
}

/** Answers with the means to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

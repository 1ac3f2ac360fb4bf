import { makeEmitter } from "../foundation/events/emitter.ts";

/** Notifies listeners in all tabs about changes of the outbox. */

const { emit, listen } = makeEmitter();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-outbox");

channel?.addEventListener("message", () => emit());

export const onChange = listen;

/** Only `write` in `storage.ts` calls this. */
export function announceChange(): void {
  emit();
  channel?.postMessage("changed");
}

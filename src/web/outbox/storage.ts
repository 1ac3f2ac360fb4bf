import { DatabaseUnavailableError } from "../foundation/database.ts";
import { makeEmitter } from "../foundation/events/emitter.ts";
import { indexedStorage, type OutboxReader, type OutboxStorage, type OutboxTransaction } from "./indexed-storage.ts";

/** Notifies listeners in all tabs about changes of the outbox. */

const { emit, listen } = makeEmitter();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-outbox");

channel?.addEventListener("message", () => emit());

export const onChange = listen;

/** Only `write` in `storage.ts` calls this. */
function announceChange(): void {
  emit();
  channel?.postMessage("changed");
}

export type { OutboxTransaction } from "./indexed-storage.ts";
export { OutboxFullError } from "./indexed-storage.ts";

/** Once the database has worked, the page never falls back to memory, which would hide stored records. */
let chosen: { storage: OutboxStorage; whyNotKept: "none" | "broken" | undefined } | undefined;

async function withStorage<T>(work: (storage: OutboxStorage) => Promise<T>): Promise<T> {
  if (chosen?.whyNotKept) return work(chosen.storage);
  try {
    const result = await work(indexedStorage);
    chosen = { storage: indexedStorage, whyNotKept: undefined };
    return result;
  } catch (error) {
    const reason = error instanceof DatabaseUnavailableError ? error.reason : undefined;
    if (chosen || (reason !== "none" && reason !== "broken")) throw error;
    const { memoryStorage } = await import("./memory-storage.ts");
    chosen ??= { storage: memoryStorage(), whyNotKept: reason };
    return work(chosen.storage);
  }
}

/** Why records last only while this page is open, because it keeps them in memory; undefined if they last. */
export async function findWhyNotKept(): Promise<"none" | "broken" | undefined> {
  await withStorage((storage) => storage.check());
  return chosen?.whyNotKept;
}

/** @throws DatabaseUnavailableError */
export function read<T>(work: (reader: OutboxReader) => Promise<T>): Promise<T> {
  return withStorage((storage) => storage.read(work));
}

/**
 * Runs `work` in one transaction and notifies all tabs. Resolves once the data is durable, or in memory if the browser
 * has no database. `work` may run again, if the browser lost its database or the page rested meanwhile.
 * @throws OutboxFullError, DatabaseUnavailableError
 */
export async function write<T>(work: (transaction: OutboxTransaction) => Promise<T>): Promise<T> {
  const result = await withStorage((storage) => storage.write(work));
  announceChange();
  return result;
}

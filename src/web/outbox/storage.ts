import { makeEmitter } from "../foundation/events/emitter.ts";
import { indexedStorage, type OutboxReader, type OutboxTransaction } from "./indexed-storage.ts";
import type { MemoryOutbox, Trouble, WriteOptions } from "./memory-outbox.ts";

/** Notifies listeners in all tabs about changes of the outbox. */

const { emit, listen } = makeEmitter();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-outbox");

channel?.addEventListener("message", () => emit());

export const onChange = listen;

function announceChange(): void {
  emit();
  channel?.postMessage("changed");
}

export type { OutboxTransaction } from "./indexed-storage.ts";
export { OutboxFullError } from "./indexed-storage.ts";

let hasWorked = false;
/** Lies over the database once that has refused something. */
let memory: MemoryOutbox | undefined;

type Storage = Pick<MemoryOutbox, "read" | "write">;

async function withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  if (memory) return work(memory);
  try {
    const result = await work(indexedStorage);
    hasWorked = true;
    return result;
  } catch (refused) {
    const overlay = await loadMemory();
    if (!overlay?.isRefusal(refused)) throw refused;
    memory ??= overlay.layOver(indexedStorage, { hasWorked, refused, onMove: announceChange });
    return work(memory);
  }
}

/** Service workers can't load it; nor do they measure. */
const loadMemory = () => import("./memory-outbox.ts").catch(() => undefined);

/** So that it is there without a line. */
export const prepareMemory = (): void => void loadMemory();

/** Why what was measured is only in this tab; undefined if nothing is. @throws DatabaseUnavailableError if nothing can be */
export async function findTrouble(): Promise<Trouble | undefined> {
  const trouble = memory?.trouble();
  if (trouble === undefined) await indexedStorage.check();
  return trouble;
}

/** Whether a record is only in this tab. */
export const isInTab = (localId: string): boolean => memory?.has(localId) ?? false;

/** Whether something that was measured would be lost with this tab. */
export const wouldLoseWithTab = (): boolean => memory?.wouldLose() ?? false;

/** @throws DatabaseUnavailableError */
export function read<T>(work: (reader: OutboxReader) => Promise<T>): Promise<T> {
  return withStorage((storage) => storage.read(work));
}

/**
 * Runs `work` in one transaction and notifies all tabs. Resolves once the data is durable, or in this tab's memory if
 * the database refuses it and it may stay there. `work` may run again, if the browser lost its database or the page
 * rested meanwhile.
 * @throws OutboxFullError, DatabaseUnavailableError unless it may stay in this tab
 */
export async function write<T>(
  work: (transaction: OutboxTransaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  const result = await withStorage((storage) => storage.write(work, options));
  announceChange();
  return result;
}

import { announceChange } from "./changes.ts";
import { type IndexedStorage, openIndexedStorage } from "./indexed-storage.ts";
import { OutboxUnavailableError } from "./storage-errors.ts";
import type { OutboxReader, OutboxStorage, OutboxTransaction } from "./storage-types.ts";

export { OutboxFullError, OutboxUnavailableError } from "./storage-errors.ts";
export type { OutboxTransaction } from "./storage-types.ts";

/** Once the database has worked, the page never falls back to memory, which would hide stored records. */
let chosen: { storage: OutboxStorage; isKept: boolean } | undefined;

async function withStorage<T>(work: (storage: OutboxStorage) => Promise<T>): Promise<T> {
  if (chosen?.isKept === false) return work(chosen.storage);
  let indexed: IndexedStorage;
  try {
    indexed = await openIndexedStorage();
  } catch (error) {
    const isForGood = error instanceof OutboxUnavailableError && error.reason === "none";
    if (chosen || !isForGood) throw error;
    const { memoryStorage } = await import("./memory-storage.ts");
    chosen ??= { storage: memoryStorage(), isKept: false };
    return work(chosen.storage);
  }
  chosen = { storage: indexed.storage, isKept: true };
  try {
    return await work(indexed.storage);
  } finally {
    indexed.close();
  }
}

/** Whether records outlast this page; false if the browser has no database and the page uses memory. */
export async function isKeptOnDevice(): Promise<boolean> {
  await withStorage(async () => {});
  return chosen?.isKept === true;
}

/** @throws OutboxUnavailableError */
export function read<T>(work: (reader: OutboxReader) => Promise<T>): Promise<T> {
  return withStorage((storage) => storage.read(work));
}

/**
 * Runs `work` in one transaction and notifies all tabs. Resolves once the data is durable, or in memory if the browser
 * has no database.
 * @throws OutboxFullError, OutboxUnavailableError
 */
export async function write<T>(work: (transaction: OutboxTransaction) => Promise<T>): Promise<T> {
  const result = await withStorage((storage) => storage.write(work));
  announceChange();
  return result;
}

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { OutboxRecord } from "./record.ts";

type StoredPhoto = { account: string; photo: File };

type OutboxDatabase = DBSchema & {
  /** Photos of drafts that an earlier version of the app kept, with whose they are. */
  "draft-photos": { key: string; value: { photo: File; username: string; keptAtMs: number } };
  records: { key: string; value: OutboxRecord; indexes: { "by-account": string } };
  /** By `localId/key` of the photo. */
  photos: { key: string; value: StoredPhoto; indexes: { "by-account": string } };
};

export type StoreName = "records" | "photos" | "draft-photos";
export type OutboxTransaction = IDBPTransaction<OutboxDatabase, StoreName[], "readwrite">;

export const databaseName = "cairn";
const databaseVersion = 2;

/** The device has no room for what was to be kept; nothing of it was. */
export class OutboxFullError extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no room left on this device.", options);
  }
}

/** The browser keeps nothing: a private window, or a setting. */
export class OutboxUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super("This browser keeps no data points.", options);
  }
}

/** In a connection of its own, since browsers end idle ones. */
async function withDatabase<T>(work: (database: IDBPDatabase<OutboxDatabase>) => Promise<T>): Promise<T> {
  let database: IDBPDatabase<OutboxDatabase>;
  try {
    database = await openDB<OutboxDatabase>(databaseName, databaseVersion, {
      upgrade(upgraded, oldVersion) {
        if (oldVersion < 1) upgraded.createObjectStore("draft-photos");
        if (oldVersion < 2) {
          upgraded.createObjectStore("records", { keyPath: "localId" }).createIndex("by-account", "account");
          upgraded.createObjectStore("photos").createIndex("by-account", "account");
        }
      },
      // A newer version of the app in another tab waits for this.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch (error) {
    throw new OutboxUnavailableError({ cause: error });
  }
  try {
    return await work(database);
  } catch (error) {
    throw isQuotaExceeded(error) ? new OutboxFullError({ cause: error }) : error;
  } finally {
    database.close();
  }
}

const isQuotaExceeded = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

export function read<T>(work: (database: IDBPDatabase<OutboxDatabase>) => Promise<T>): Promise<T> {
  return withDatabase(work);
}

/**
 * All of `work` or nothing. It settles once the device has written it down, a power cut or not.
 * @throws OutboxFullError, OutboxUnavailableError
 */
export function write<T>(work: (transaction: OutboxTransaction) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const transaction = database.transaction<StoreName[], "readwrite">(
      ["records", "photos", "draft-photos"],
      "readwrite",
      { durability: "strict" },
    );
    // Whatever happens to the transaction is said by `done`, which nobody awaits where `work` throws first.
    transaction.done.catch(() => {});
    try {
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
      throw transaction.error ?? error;
    }
  });
}

export const photoKey = (localId: string, key: string) => `${localId}/${key}`;
/** Every photo of one record. */
export const photosOf = (localId: string) => IDBKeyRange.bound(`${localId}/`, `${localId}/\uffff`);

import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { DatabaseUnavailableError, defineDatabase } from "../foundation/database.ts";
import type { KeptFile } from "../foundation/kept-file.ts";
import type { OutboxRecord, Withdrawal } from "./record.ts";

/** Read access to the outbox. */
export type OutboxReader = {
  record(localId: string): Promise<OutboxRecord | undefined>;
  /** Unordered. */
  recordsOf(account: string): Promise<OutboxRecord[]>;
  photo(localId: string, key: string): Promise<KeptFile | undefined>;
  /** Keys of a record's stored photos. */
  photoKeysOf(localId: string): Promise<string[]>;
  withdrawalsOf(account: string): Promise<Withdrawal[]>;
};

/** Write access within one transaction. */
export type OutboxTransaction = OutboxReader & {
  putRecord(record: OutboxRecord): Promise<void>;
  /** Also deletes its photos. */
  deleteRecord(localId: string): Promise<void>;
  putPhoto(account: string, localId: string, key: string, photo: KeptFile): Promise<void>;
  deletePhoto(localId: string, key: string): Promise<void>;
  putWithdrawal(withdrawal: Withdrawal): Promise<void>;
  deleteWithdrawal(id: string): Promise<void>;
  deleteAllOf(account: string): Promise<void>;
};

export type OutboxStorage = {
  /** Throws if it can't be written to. */
  check(): Promise<void>;
  read<T>(work: (reader: OutboxReader) => Promise<T>): Promise<T>;
  write<T>(work: (transaction: OutboxTransaction) => Promise<T>): Promise<T>;
};

/** Apps before version 4 stored the file itself. */
type StoredPhoto = { account: string } & (KeptFile | { photo: File });

type OutboxDatabase = DBSchema & {
  records: { key: string; value: OutboxRecord; indexes: { "by-account": string } };
  /** The key is `localId/key` of the photo. */
  photos: { key: string; value: StoredPhoto; indexes: { "by-account": string } };
  withdrawals: { key: string; value: Withdrawal; indexes: { "by-account": string } };
};

const storeNames = ["records", "photos", "withdrawals"] as const;
type StoreNames = (typeof storeNames)[number][];
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<OutboxDatabase, StoreNames, Mode>;

/**
 * Increase this with every format change, including records, so that an older app detects that it is outdated; never
 * decrease it, or what a phone has stays out of reach.
 */
const databaseVersion = 4;
/** For large photos on slow phones. */
const patience = { patienceSeconds: 30 };

function makeStores(made: IDBPDatabase<OutboxDatabase>): void {
  const has = made.objectStoreNames;
  if (!has.contains("records"))
    made.createObjectStore("records", { keyPath: "localId" }).createIndex("by-account", "account");
  if (!has.contains("photos")) made.createObjectStore("photos").createIndex("by-account", "account");
  if (!has.contains("withdrawals"))
    made.createObjectStore("withdrawals", { keyPath: "id" }).createIndex("by-account", "account");
}

const withDatabase = defineDatabase<OutboxDatabase>("cairn", databaseVersion, makeStores, patience);
const withNewerDatabase = defineDatabase<OutboxDatabase>("cairn", undefined, makeStores, patience);

/** The device's storage is full; nothing was written. */
export class OutboxFullError extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no room left on this device.", options);
  }
}

/** Throws DatabaseUnavailableError. What a newer app left can be read, to be exported, but not changed. */
export const indexedStorage: OutboxStorage = {
  check: () => withDatabase(async () => {}),
  async read(work) {
    const inDatabase = (database: IDBPDatabase<OutboxDatabase>) =>
      work(readerOf(database.transaction<StoreNames>([...storeNames])));
    try {
      return await tellingFull(withDatabase(inDatabase));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || error.reason !== "newer") throw error;
      return await withNewerDatabase((database) => {
        if (!storeNames.every((name) => database.objectStoreNames.contains(name))) throw error;
        return inDatabase(database);
      });
    }
  },
  write: (work) => tellingFull(withDatabase((database) => inTransaction(database, work))),
};

async function tellingFull<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
    throw isFull ? new OutboxFullError({ cause }) : cause;
  }
}

async function inTransaction<T>(
  database: IDBPDatabase<OutboxDatabase>,
  work: (transaction: OutboxTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction<StoreNames, "readwrite">([...storeNames], "readwrite", {
    durability: "strict",
  });
  try {
    const result = await work(writerOf(transaction));
    await transaction.done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The transaction has already ended.
    }
    throw transaction.error ?? error;
  }
}

const photoId = (localId: string, key: string) => `${localId}/${key}`;
const photosOf = (localId: string) => IDBKeyRange.bound(`${localId}/`, `${localId}/\uffff`);

function readerOf<Mode extends IDBTransactionMode>(transaction: Transaction<Mode>): OutboxReader {
  const records = transaction.objectStore("records");
  const photos = transaction.objectStore("photos");
  return {
    record: (localId) => records.get(localId),
    recordsOf: (account) => records.index("by-account").getAll(account),
    async photo(localId, key) {
      const stored = await photos.get(photoId(localId, key));
      if (!stored || !("photo" in stored)) return stored;
      const { name, type, lastModified } = stored.photo;
      return { name, type, lastModified, bytes: stored.photo };
    },
    async photoKeysOf(localId) {
      const ids = await photos.getAllKeys(photosOf(localId));
      return ids.map((id) => id.slice(localId.length + 1));
    },
    withdrawalsOf: (account) => transaction.objectStore("withdrawals").index("by-account").getAll(account),
  };
}

function writerOf(transaction: Transaction<"readwrite">): OutboxTransaction {
  const records = transaction.objectStore("records");
  const photos = transaction.objectStore("photos");
  const withdrawals = transaction.objectStore("withdrawals");
  return {
    ...readerOf(transaction),
    async putRecord(record) {
      await records.put(record);
    },
    async deleteRecord(localId) {
      await records.delete(localId);
      await photos.delete(photosOf(localId));
    },
    async putPhoto(account, localId, key, { name, type, lastModified, bytes }) {
      await photos.put({ account, name, type, lastModified, bytes }, photoId(localId, key));
    },
    async deletePhoto(localId, key) {
      await photos.delete(photoId(localId, key));
    },
    async putWithdrawal(withdrawal) {
      await withdrawals.put(withdrawal);
    },
    async deleteWithdrawal(id) {
      await withdrawals.delete(id);
    },
    async deleteAllOf(account) {
      for (const store of [records, photos, withdrawals] as const) {
        for (const key of await store.index("by-account").getAllKeys(account)) await store.delete(key);
      }
    },
  };
}

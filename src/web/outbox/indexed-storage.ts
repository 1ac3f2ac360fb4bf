import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { OutboxRecord, Withdrawal } from "./record.ts";
import { OutboxFullError, OutboxUnavailableError } from "./storage-errors.ts";
import type { OutboxReader, OutboxStorage, OutboxTransaction } from "./storage-types.ts";

type OutboxDatabase = DBSchema & {
  records: { key: string; value: OutboxRecord; indexes: { "by-account": string } };
  /** The key is `localId/key` of the photo. */
  photos: { key: string; value: { account: string; photo: File }; indexes: { "by-account": string } };
  withdrawals: { key: string; value: Withdrawal; indexes: { "by-account": string } };
};

const storeNames = ["records", "photos", "withdrawals"] as const;
type StoreNames = (typeof storeNames)[number][];
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<OutboxDatabase, StoreNames, Mode>;

const databaseName = "cairn";
/** Increase this with every format change, including records, so that an older app detects that it is outdated. */
const databaseVersion = 1;
/** An older tab closes the database after each operation. */
const blockedTimeoutMs = 5_000;

export type IndexedStorage = { storage: OutboxStorage; close: () => void };

/** Opens a new connection, because browsers close idle ones. @throws OutboxUnavailableError */
export async function openIndexedStorage(): Promise<IndexedStorage> {
  const database = await openDatabase();
  return {
    storage: {
      read: async (work) => work(readerOf(database.transaction<StoreNames>([...storeNames]))),
      write: (work) => inTransaction(database, work),
    },
    close: () => database.close(),
  };
}

async function openDatabase(): Promise<IDBPDatabase<OutboxDatabase>> {
  let giveUp: (reason: OutboxUnavailableError) => void = () => {};
  const tooLong = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGivenUp = false;
  try {
    const opening = openDB<OutboxDatabase>(databaseName, databaseVersion, {
      upgrade(upgraded) {
        upgraded.createObjectStore("records", { keyPath: "localId" }).createIndex("by-account", "account");
        upgraded.createObjectStore("photos").createIndex("by-account", "account");
        upgraded.createObjectStore("withdrawals", { keyPath: "id" }).createIndex("by-account", "account");
      },
      blocked() {
        timer = setTimeout(() => giveUp(new OutboxUnavailableError({ reason: "blocked" })), blockedTimeoutMs);
      },
      // A newer app in another tab is waiting for this connection to close.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    void opening.then(
      (database) => isGivenUp && database.close(),
      () => {},
    );
    return await Promise.race([opening, tooLong]);
  } catch (error) {
    isGivenUp = true;
    if (error instanceof OutboxUnavailableError) throw error;
    if (isNamed(error, "QuotaExceededError")) throw new OutboxFullError({ cause: error });
    throw new OutboxUnavailableError({ cause: error, reason: isNamed(error, "VersionError") ? "newer" : "none" });
  } finally {
    clearTimeout(timer);
  }
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

async function inTransaction<T>(
  database: IDBPDatabase<OutboxDatabase>,
  work: (transaction: OutboxTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction<StoreNames, "readwrite">([...storeNames], "readwrite", {
    durability: "strict",
  });
  // If `work` throws, `done` rejects without a handler.
  transaction.done.catch(() => {});
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
    const cause = transaction.error ?? error;
    throw isNamed(cause, "QuotaExceededError") ? new OutboxFullError({ cause }) : cause;
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
    photo: async (localId, key) => (await photos.get(photoId(localId, key)))?.photo,
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
    async putPhoto(account, localId, key, photo) {
      await photos.put({ account, photo }, photoId(localId, key));
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

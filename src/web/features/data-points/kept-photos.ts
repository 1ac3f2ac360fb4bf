const databaseName = "cairn";
const storeName = "draft-photos";

function open(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    if (!globalThis.indexedDB) {
      resolve(undefined);
      return;
    }
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
}

/** One request in a connection of its own, since browsers end idle ones; undefined where there is no database. */
async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = await open().catch(() => undefined);
  if (!database) return undefined;
  return new Promise((resolve) => {
    const finish = (value: T | undefined) => {
      database.close();
      resolve(value);
    };
    try {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => finish(request.result);
      transaction.onerror = () => finish(undefined);
      transaction.onabort = () => finish(undefined);
    } catch {
      finish(undefined);
    }
  });
}

/** Photos of unsent data points. Losing one is no failure: the form then asks for it again. */
export const keptPhotos = {
  get: (id: string) => withStore<File | undefined>("readonly", (store) => store.get(id)),
  put: (id: string, photo: File) => withStore("readwrite", (store) => store.put(photo, id)),
  delete: (id: string) => withStore("readwrite", (store) => store.delete(id)),
};

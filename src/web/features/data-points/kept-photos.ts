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

type KeptPhoto = { photo: File; keptAtMs: number };

/** A tab that was closed leaves its photo behind; after this time nobody comes back for it. */
const keptForMs = 14 * 24 * 60 * 60 * 1000;

async function forgetOld(nowMs: number): Promise<void> {
  await withStore("readwrite", (store) => {
    const request = store.openCursor();
    request.addEventListener("success", () => {
      const cursor = request.result;
      if (!cursor) return;
      if (nowMs - (cursor.value as KeptPhoto).keptAtMs > keptForMs) cursor.delete();
      cursor.continue();
    });
    return request;
  });
}

/** Photos of unsent data points. Losing one is no failure: the form then asks for it again. */
export const keptPhotos = {
  async get(id: string): Promise<File | undefined> {
    return (await withStore<KeptPhoto | undefined>("readonly", (store) => store.get(id)))?.photo;
  },
  async put(id: string, photo: File, nowMs = Date.now()): Promise<void> {
    await forgetOld(nowMs);
    await withStore("readwrite", (store) => store.put({ photo, keptAtMs: nowMs } satisfies KeptPhoto, id));
  },
  async delete(id: string): Promise<void> {
    await withStore("readwrite", (store) => store.delete(id));
  },
};

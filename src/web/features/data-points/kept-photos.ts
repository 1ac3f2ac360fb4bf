import { type DBSchema, type IDBPDatabase, openDB } from "idb";

type KeptPhoto = { photo: File; username: string; keptAtMs: number };

type Drafts = DBSchema & { "draft-photos": { key: string; value: KeptPhoto } };

/** A tab that was closed leaves its photo behind; after this time nobody comes back for it. */
const keptForMs = 14 * 24 * 60 * 60 * 1000;

/** In a connection of its own, since browsers end idle ones; undefined where the browser keeps nothing. */
async function withPhotos<T>(work: (database: IDBPDatabase<Drafts>) => Promise<T>): Promise<T | undefined> {
  try {
    const database = await openDB<Drafts>("cairn", 1, {
      upgrade: (created) => void created.createObjectStore("draft-photos"),
    });
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Photos of unsent data points. Losing one is no failure: the form then asks for it again. */
export const keptPhotos = {
  async get(id: string): Promise<File | undefined> {
    return withPhotos(async (database) => (await database.get("draft-photos", id))?.photo);
  },
  async put(id: string, photo: File, username: string, nowMs = Date.now()): Promise<void> {
    await withPhotos(async (database) => {
      const { store, done } = database.transaction("draft-photos", "readwrite");
      for await (const cursor of store) {
        if (nowMs - cursor.value.keptAtMs > keptForMs) void cursor.delete();
      }
      await Promise.all([store.put({ photo, username, keptAtMs: nowMs }, id), done]);
    });
  },
  async countOf(username: string): Promise<number> {
    const owners = await withPhotos(async (database) => await database.getAll("draft-photos"));
    return owners?.filter((kept) => kept.username === username).length ?? 0;
  },
  async deleteAllOf(username: string): Promise<void> {
    await withPhotos(async (database) => {
      const { store, done } = database.transaction("draft-photos", "readwrite");
      for await (const cursor of store) {
        if (cursor.value.username === username) void cursor.delete();
      }
      await done;
    });
  },
  async delete(id: string): Promise<void> {
    await withPhotos((database) => database.delete("draft-photos", id));
  },
};

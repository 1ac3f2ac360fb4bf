import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { notesDatabase } from "./forget-notes.ts";

/** What the service worker has to know, because it cannot read local storage. */

const store = "notes";
type NotesDatabase = DBSchema & { [store]: { key: string; value: unknown } };

export async function readNote<Value>(key: string): Promise<Value | undefined> {
  return withNotes(async (notes) => (await notes.get(store, key)) as Value | undefined);
}

/** Reads and changes a note in one transaction. Without a new value, it is deleted. */
export async function changeNote<Value>(
  key: string,
  change: (note: Value | undefined) => Value | undefined,
): Promise<void> {
  await withNotes(async (notes) => {
    const transaction = notes.transaction(store, "readwrite");
    const changed = change((await transaction.store.get(key)) as Value | undefined);
    await (changed === undefined ? transaction.store.delete(key) : transaction.store.put(changed, key));
    await transaction.done;
  });
}

async function withNotes<Result>(work: (notes: IDBPDatabase<NotesDatabase>) => Promise<Result>): Promise<Result> {
  const notes = await openDB<NotesDatabase>(notesDatabase, 1, {
    upgrade: (made) => void made.createObjectStore(store),
    // Somebody signs out.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(notes);
  } finally {
    notes.close();
  }
}

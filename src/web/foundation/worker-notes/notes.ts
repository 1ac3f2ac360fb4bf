import type { DBSchema } from "idb";
import { defineDatabase } from "../database.ts";
import { notesDatabase } from "./forget-notes.ts";

/** What the service worker has to know, because it cannot read local storage. */

const store = "notes";
type NotesDatabase = DBSchema & { [store]: { key: string; value: unknown } };

const withNotes = defineDatabase<NotesDatabase>(notesDatabase, 1, (made) => void made.createObjectStore(store));

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

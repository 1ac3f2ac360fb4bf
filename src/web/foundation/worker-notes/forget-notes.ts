/** The database of `notes.ts`. */
export const notesDatabase = "cairn-worker";

/** Whether the browser can start the service worker once there is a connection. */
export const hasBackgroundSync = "SyncManager" in globalThis;

/** Deletes what the service worker knows of the session. */
export function forgetNotes(): Promise<void> {
  return new Promise((resolve) => {
    if (!hasBackgroundSync) return resolve();
    const deletion = indexedDB.deleteDatabase(notesDatabase);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => resolve();
    // Somebody still reads them. The browser deletes them after that.
    deletion.onblocked = () => resolve();
  });
}

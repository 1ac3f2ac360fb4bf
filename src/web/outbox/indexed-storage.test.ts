import "../../../test/web-database.ts";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import { newDraft } from "./new-records.ts";
import { discard, findPhoto, findRecord, keepDraft, listRecords, savePoint } from "./outbox.ts";
import { findTrouble, isInTab } from "./storage.ts";

const photo = new File(["bark"], "bark.jpg", { type: "image/jpeg", lastModified: 1 });
const kept = { key: "file", name: "bark.jpg", type: "image/jpeg", sizeBytes: 4, sha256: null, takenAtMs: null };
const draft = { ...newDraft("alice", { id: 7, name: "Trees" }, 1), photos: [kept] };

function open(version?: number, make?: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("cairn", version);
    opening.onupgradeneeded = () => make?.(opening.result);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** A database as another version of the app makes it. */
async function leave(version: number, storedPhoto: object): Promise<void> {
  const database = await open(version, (made) => {
    made.createObjectStore("draft-photos");
    made.createObjectStore("records", { keyPath: "localId" }).createIndex("by-account", "account");
    made.createObjectStore("photos").createIndex("by-account", "account");
    made.createObjectStore("withdrawals", { keyPath: "id" }).createIndex("by-account", "account");
  });
  const transaction = database.transaction(["records", "photos"], "readwrite");
  transaction.objectStore("records").put({ ...draft, state: "waiting", schema: 2 });
  transaction.objectStore("photos").put(storedPhoto, `${draft.localId}/file`);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

beforeEach(() => void vi.stubGlobal("indexedDB", new IDBFactory()));

it("[DATA-16] photos are stored as bytes, which every engine keeps, and come back as they were", async () => {
  await keepDraft(draft, { file: photo });
  const database = await open();
  const asked = database.transaction("photos").objectStore("photos").getAll();
  await vi.waitFor(() => expect(asked.readyState).toBe("done"));
  database.close();
  expect(asked.result).toEqual([
    { account: "alice", name: "bark.jpg", type: "image/jpeg", lastModified: 1, bytes: expect.any(ArrayBuffer) },
  ]);
  const found = await findPhoto(draft.localId, "file");
  expect(found).toMatchObject({ name: "bark.jpg", type: "image/jpeg", lastModified: 1 });
  expect(await found?.text()).toBe("bark");
});

it("[DATA-16] what the oldest app left is read and changed", async () => {
  await leave(3, { account: "alice", photo });
  expect(await listRecords("alice")).toMatchObject([{ localId: draft.localId, state: "waiting" }]);
  const another = { ...newDraft("alice", { id: 7, name: "Trees" }, 1), photos: [kept] };
  await savePoint(another, { file: photo });
  expect(await listRecords("alice")).toHaveLength(2);
});

it("[DATA-16] what a newer app left is read, to be exported, and not changed", async () => {
  const { name, type, lastModified } = photo;
  await leave(99, { account: "alice", name, type, lastModified, bytes: await photo.arrayBuffer() });
  expect(await findRecord(draft.localId)).toMatchObject({ state: "waiting" });
  expect(await (await findPhoto(draft.localId, "file"))?.text()).toBe("bark");
  const another = { ...newDraft("alice", { id: 7, name: "Trees" }, 1), photos: [kept] };
  await savePoint(another, { file: photo });
  expect([await findTrouble(), isInTab(another.localId)]).toEqual(["newer", true]);
  expect(await listRecords("alice")).toHaveLength(2);
  await discard(another.localId);
  const database = await open();
  expect(database.version).toBe(99);
  database.close();
});

it("a newer database that has other stores is left alone", async () => {
  (await open(99)).close();
  await expect(listRecords("alice")).rejects.toMatchObject({ reason: "newer" });
});

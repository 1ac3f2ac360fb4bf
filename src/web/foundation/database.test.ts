import "../../../test/web-database.ts";
import { IDBFactory } from "fake-indexeddb";
import type { DBSchema } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defineDatabase } from "./database.ts";

type Notes = DBSchema & { notes: { key: string; value: string } };

const withNotes = defineDatabase<Notes>("notes", 2, (made) => void made.createObjectStore("notes"), {
  patienceSeconds: 8,
});

const put = (key: string, value: string) => withNotes((database) => database.put("notes", value, key));
const find = (key: string) => withNotes((database) => database.get("notes", key));

const hide = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted }));
const show = () => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

/** Another page, which knows nothing of ours. */
function openElsewhere(version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("notes", version);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Holds the store as a page does that doesn't go on. @returns what ends it */
async function holdStore(): Promise<() => void> {
  const database = await openElsewhere();
  const transaction = database.transaction("notes", "readwrite");
  const store = transaction.objectStore("notes");
  let isHeld = true;
  const ask = () => {
    store.get("anything").onsuccess = () => isHeld && ask();
  };
  ask();
  return () => {
    isHeld = false;
    database.close();
  };
}

beforeEach(() => void vi.stubGlobal("indexedDB", new IDBFactory()));
afterEach(() => {
  show();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ["goes into the page cache", () => hide(true), show],
  ["is frozen", () => document.dispatchEvent(new Event("freeze")), () => document.dispatchEvent(new Event("resume"))],
])("[DATA-16] work is let go of when the page %s, and done again when it is back", async (_, rest, wake) => {
  await put("first", "kept");
  const begun = vi.fn();
  let isPatient = true;
  const work = withNotes(async (database) => {
    begun();
    const transaction = database.transaction("notes", "readwrite");
    await transaction.store.put("half", "second");
    // Something that takes long.
    while (isPatient) await transaction.store.get("first");
    await transaction.store.put("whole", "second");
    await transaction.done;
  });
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce());
  await turns();
  rest();
  isPatient = false;
  // Another page waits for nobody.
  const elsewhere = await openElsewhere();
  const kept = elsewhere.transaction("notes", "readwrite").objectStore("notes").getAll();
  await vi.waitFor(() => expect(kept.readyState).toBe("done"));
  expect(kept.result).toEqual(["kept"]);
  expect(begun).toHaveBeenCalledOnce();
  elsewhere.close();
  wake();
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2));
  await work;
  expect(await find("second")).toBe("whole");
});

it("begins nothing while the page rests", async () => {
  hide(true);
  const opens = vi.spyOn(indexedDB, "open");
  const work = put("first", "kept");
  await turns();
  expect(opens).not.toHaveBeenCalled();
  show();
  await vi.waitFor(() => expect(opens).toHaveBeenCalled());
  await work;
  expect(await find("first")).toBe("kept");
});

it("[DATA-16] a page that rests takes back what it asked to be made, and asks again when it is back", async () => {
  const real = indexedDB;
  const never = { open: vi.fn(() => new EventTarget()) };
  const inFrame = vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get");
  inFrame.mockReturnValue({ indexedDB: never } as unknown as Window);
  const opens = vi.spyOn(real, "open");
  const frame = () => document.querySelector("iframe");
  const withNew = defineDatabase<Notes>("new", 1, (made) => void made.createObjectStore("notes"));
  const work = withNew((database) => database.put("notes", "kept", "first"));
  await vi.waitFor(() => expect(never.open).toHaveBeenCalledOnce());
  expect(frame()).not.toBeNull();
  hide(true);
  // Only a frame that is gone asks for nothing.
  expect(frame()).toBeNull();
  expect(opens).not.toHaveBeenCalled();
  inFrame.mockReturnValue({ indexedDB: real } as unknown as Window);
  show();
  await vi.waitFor(() => expect(opens).toHaveBeenCalledTimes(2));
  await work;
  expect(frame()).toBeNull();
  expect(await withNew((database) => database.get("notes", "first"))).toBe("kept");
  // It is made: the page asks no frame any more.
  expect(opens).toHaveBeenCalledTimes(3);
});

it("[DATA-16] says to all who ask that a tab holds an older version, and takes back what it asked", async () => {
  const asked = new EventTarget() as IDBOpenDBRequest;
  const inFrame = vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get");
  inFrame.mockReturnValue({ indexedDB: { open: () => asked } } as unknown as Window);
  const opens = vi.spyOn(indexedDB, "open");
  const withOlder = defineDatabase<Notes>("older", 1, (made) => void made.createObjectStore("notes"));
  const all = ["first", "second"].map((key) => withOlder((database) => database.get("notes", key)));
  const refused = Promise.all(all.map((work) => expect(work).rejects.toMatchObject({ reason: "blocked" })));
  await vi.waitFor(() => expect(asked.onblocked).toBeTypeOf("function"));
  expect(document.querySelectorAll("iframe")).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  asked.onblocked?.(new Event("blocked") as IDBVersionChangeEvent);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await refused;
  expect(document.querySelectorAll("iframe")).toHaveLength(0);
  expect(opens).not.toHaveBeenCalled();
});

it("a page that ends doesn't let go before", async () => {
  hide(false);
  await put("first", "kept");
  expect(await find("first")).toBe("kept");
});

it("[DATA-16] says so if the browser doesn't answer, and can be asked again", async () => {
  await put("first", "kept");
  const stop = await holdStore();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const reading = expect(find("first")).rejects.toMatchObject({ reason: "silent" });
  await turns();
  vi.advanceTimersByTime(7_999);
  await turns();
  vi.advanceTimersByTime(1);
  await reading;
  stop();
  expect(await find("first")).toBe("kept");
});

it("says so if a tab holds an older version", async () => {
  const older = await openElsewhere(1);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const reading = expect(find("first")).rejects.toMatchObject({ reason: "blocked" });
  await turns();
  vi.advanceTimersByTime(5_000);
  await reading;
  older.close();
});

it("says so if a newer app made it", async () => {
  (await openElsewhere(3)).close();
  await expect(find("first")).rejects.toMatchObject({ reason: "newer" });
});

it.each([
  ["none", new DOMException("Not here.", "SecurityError")],
  ["broken", new DOMException("Internal error opening backing store", "UnknownError")],
])("says that there is %s", async (reason, error) => {
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw error;
  });
  await expect(find("first")).rejects.toMatchObject({ reason });
});

it("says that there is none where browsers have no databases", async () => {
  vi.stubGlobal("indexedDB", undefined);
  await expect(find("first")).rejects.toMatchObject({ reason: "none" });
});

it("tries again with a new connection if the browser lost the first one", async () => {
  await put("first", "kept");
  const lost = new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  const work = vi.fn(async () => {});
  work.mockRejectedValueOnce(lost);
  await withNotes(work);
  expect(work).toHaveBeenCalledTimes(2);
  await expect(withNotes(() => Promise.reject(lost))).rejects.toBe(lost);
});

import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../../../test/web-database.ts";
import { FakeUpload, standInNavigator } from "../../../test/field-device.ts";
import { dataPoint } from "../../../test/web-app.tsx";
import type { PointRecord } from "./record.ts";

const quest = { id: 7, name: "Trees" };
const photo = new File(["bytes of a picture"], "bark.jpg", { type: "image/jpeg", lastModified: 1 });
const position = { latitude: 1, longitude: 2, accuracyMeters: 3, fixedAtMs: 4, source: "device" as const };
const sha256 = "ab".repeat(32);

/** A page of its own: modules keep what is only in a tab. */
async function openTab() {
  vi.resetModules();
  const [outbox, storage, saved, records, sender, session] = await Promise.all([
    import("./outbox.ts"),
    import("./storage.ts"),
    import("./saved-records.ts"),
    import("./new-records.ts"),
    import("./sender.ts"),
    import("../foundation/api/session.ts"),
  ]);
  const draft = (): PointRecord => ({
    ...records.newDraft("alice", quest, 1),
    values: { tree_width: 120 },
    answers: { tree_width: "120" },
    position,
    photos: [{ key: "file", name: "bark.jpg", type: "image/jpeg", sizeBytes: 18, sha256, takenAtMs: 4 }],
  });
  const send = () => {
    session.connectSession({ getAccessToken: async () => "token", renewAccessToken: async () => undefined });
    stops.push(sender.startOutbox("alice"));
  };
  return { ...outbox, ...storage, ...saved, draft, send };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

const stops: (() => void)[] = [];
/** What the database refuses until it is called. */
function refuse(name: string): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Not now.", name);
  });
  return () => put.mockRestore();
}
const mayLeave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const sentIds = () => FakeUpload.sent.map(({ form }) => form.get("id"));
const answer = ({ id }: PointRecord) =>
  FakeUpload.sent
    .findLast(({ form }) => form.get("id") === id)
    ?.answer(201, dataPoint({ id, photos: dataPoint().photos.map((stored) => ({ ...stored, key: "file", sha256 })) }));
const fiveSeconds = () => vi.advanceTimersByTime(5_000);
/** The tab tries again every five seconds. */
function untilMoved({ isInTab }: Tab, { localId }: PointRecord): Promise<void> {
  fiveSeconds();
  return vi.waitFor(() => expect(isInTab(localId)).toBe(false));
}

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  FakeUpload.sent = [];
  localStorage.clear();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("what an open database refuses", () => {
  it.each(["QuotaExceededError", "UnknownError"])(
    "[DATA-16] stays in this tab after %s, is guarded, and goes into the database as soon as that takes it",
    async (name) => {
      const tab = await openTab();
      await tab.listRecords("alice");
      const take = refuse(name);
      const draft = tab.draft();
      await tab.keepDraft(draft, { file: photo });
      expect(mayLeave()).toBe(false);
      const saved = await tab.savePoint(draft);
      expect(tab.isInTab(saved.localId)).toBe(true);
      expect(await tab.listRecords("alice")).toMatchObject([{ localId: saved.localId, state: "waiting" }]);
      expect(await (await tab.findPhoto(saved.localId, "file"))?.text()).toBe("bytes of a picture");
      // What it reads meanwhile doesn't hide that.
      expect(await tab.findTrouble()).toBe(name === "UnknownError" ? "broken" : "full");
      // Other tabs have nothing of it.
      expect(await (await openTab()).listRecords("alice")).toEqual([]);
      expect(mayLeave()).toBe(false);
      take();
      await untilMoved(tab, saved);
      expect(mayLeave()).toBe(true);
      expect(await tab.findTrouble()).toBeUndefined();
      const other = await openTab();
      expect(await other.listRecords("alice")).toMatchObject([
        { localId: saved.localId, id: saved.id, state: "waiting" },
      ]);
      expect(await (await other.findPhoto(saved.localId, "file"))?.text()).toBe("bytes of a picture");
    },
  );

  it("[DATA-16] is sent at once, also while another tab has the lock, and once", async () => {
    const locks = { request: vi.fn(() => new Promise(() => {})), query: async () => ({}) };
    standInNavigator({ locks });
    const tab = await openTab();
    await tab.listRecords("alice");
    tab.send();
    const take = refuse("QuotaExceededError");
    const saved = await tab.savePoint(tab.draft(), { file: photo });
    await vi.waitFor(() => expect(sentIds()).toEqual([saved.id]));
    // While it is on its way, no other tab gets to see it.
    take();
    fiveSeconds();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tab.isInTab(saved.localId)).toBe(true);
    answer(saved);
    await untilMoved(tab, saved);
    expect(await tab.listRecords("alice")).toMatchObject([{ id: saved.id, state: "delivered" }]);
    expect(await tab.findPhoto(saved.localId, "file")).toBeUndefined();
    expect(sentIds()).toEqual([saved.id]);
    expect(mayLeave()).toBe(true);
  });

  it("that has arrived leaves no draft, though not even that it has arrived fits", async () => {
    const tab = await openTab();
    const draft = tab.draft();
    await tab.keepDraft(draft, { file: photo });
    tab.send();
    refuse("QuotaExceededError");
    const saved = await tab.savePoint(draft);
    await vi.waitFor(() => expect(sentIds()).toEqual([saved.id]));
    answer(saved);
    await untilMoved(tab, saved);
    expect(await tab.listRecords("alice")).toEqual([]);
  });

  it("goes on from the draft and the photo that the database has", async () => {
    const tab = await openTab();
    const draft = tab.draft();
    await tab.keepDraft(draft, { file: photo });
    const take = refuse("QuotaExceededError");
    const saved = await tab.savePoint({ ...draft, values: { tree_width: 121 } });
    expect(await tab.listRecords("alice")).toMatchObject([{ state: "waiting", values: { tree_width: 121 } }]);
    expect(await (await tab.findPhoto(saved.localId, "file"))?.text()).toBe("bytes of a picture");
    take();
    await untilMoved(tab, saved);
    expect(await (await tab.findPhoto(saved.localId, "file"))?.text()).toBe("bytes of a picture");
    await expect(tab.savePoint(draft)).rejects.toThrow("saved already");
  });

  it("keeps both if another tab has saved the same draft meanwhile", async () => {
    const tab = await openTab();
    const draft = tab.draft();
    await tab.keepDraft(draft, { file: photo });
    const take = refuse("QuotaExceededError");
    const here = await tab.savePoint({ ...draft, values: { tree_width: 1 } });
    take();
    const elsewhere = await (await openTab()).savePoint({ ...draft, values: { tree_width: 2 } });
    await untilMoved(tab, here);
    const records = (await tab.listRecords("alice")) as PointRecord[];
    expect(records.map(({ values }) => values.tree_width).sort()).toEqual([1, 2]);
    expect(records.find(({ values }) => values.tree_width === 2)?.id).toBe(elsewhere.id);
    expect(new Set(records.map(({ id }) => id)).size).toBe(2);
  });

  it("can be discarded here, and a refused change of what the database has still fails", async () => {
    const tab = await openTab();
    const stored = await tab.savePoint(tab.draft(), { file: photo });
    refuse("QuotaExceededError");
    const saved = await tab.savePoint(tab.draft(), { file: photo });
    await expect(tab.mendPoint(stored.localId, { spacingReason: "dense" })).rejects.toThrow("no room");
    await tab.mendPoint(saved.localId, { spacingReason: "dense" });
    await tab.discard(saved.localId);
    expect(await tab.listRecords("alice")).toMatchObject([{ localId: stored.localId, spacingReason: null }]);
    expect(mayLeave()).toBe(true);
  });
});

it("[DATA-16] a database that falls silent doesn't hold up what was measured, and its records come back", async () => {
  const tab = await openTab();
  const stored = await tab.savePoint(tab.draft(), { file: photo });
  const draft = tab.draft();
  await tab.keepDraft(draft, { file: photo });
  const open = vi.spyOn(indexedDB, "open").mockImplementation(() => new IDBOpenDBRequest());
  const saving = tab.savePoint(draft, { file: photo }, 1);
  let isSaved = false;
  void saving.then(() => {
    isSaved = true;
  });
  while (!isSaved) {
    await new Promise((resolve) => setTimeout(resolve));
    vi.advanceTimersByTime(1_000);
  }
  const saved = await saving;
  // From here nothing waits.
  expect(await tab.findTrouble()).toBe("silent");
  expect(await tab.listRecords("alice")).toMatchObject([{ localId: saved.localId, state: "waiting" }]);
  expect(await (await tab.findPhoto(saved.localId, "file"))?.text()).toBe("bytes of a picture");
  await tab.savePoint(tab.draft(), { file: photo }, 2);
  open.mockRestore();
  await untilMoved(tab, saved);
  expect(await tab.listRecords("alice")).toHaveLength(3);
  expect(await tab.findRecord(stored.localId)).toMatchObject({ state: "waiting" });
});

it("[DATA-16] a browser without a database keeps all of it in this tab", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const tab = await openTab();
  expect(await tab.listRecords("alice")).toEqual([]);
  await expect(tab.findTrouble()).rejects.toMatchObject({ reason: "none" });
  const saved = await tab.savePoint(tab.draft(), { file: photo });
  expect(await tab.findTrouble()).toBe("none");
  expect(mayLeave()).toBe(false);
  await tab.discard(saved.localId);
  expect(mayLeave()).toBe(true);
});

it("the words of what is only in this tab stay in local storage until the database has it", async () => {
  const { keepUnsavedEdits } = await import("./unsaved-edits.ts");
  const tab = await openTab();
  await tab.listRecords("alice");
  const draft = tab.draft();
  keepUnsavedEdits(draft);
  const take = refuse("QuotaExceededError");
  const saved = await tab.savePoint(draft, { file: photo });
  expect(Object.keys(localStorage)).toHaveLength(1);
  take();
  await untilMoved(tab, saved);
  expect(Object.keys(localStorage)).toEqual([]);
});

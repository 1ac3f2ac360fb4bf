import "../../../../test/web-database.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Protocol } from "../../../protocol/field.ts";
import { markAsPicked } from "../../foundation/answers/file-kinds.ts";
import { newAnswer, newDraft } from "../../outbox/new-records.ts";
import { findPhoto, findRecord, keepDraft, listRecords } from "../../outbox/outbox.ts";
import type { MeasuredRecord, PointRecord } from "../../outbox/record.ts";
import { isInTab } from "../../outbox/storage.ts";
import { readAnswers } from "../fields/form-reader.ts";
import { expectedPlace } from "./measure.ts";
import { Measurement } from "./measurement.ts";
import type { DraftSource } from "./measurement-state.ts";
import { withRowsInOrder } from "./rows-in-order.ts";

const quest = { id: 7, name: "Trees" };
const place = { latitude: 49, longitude: 8 };
const photo = (name: string) => new File([name], name, { type: "image/jpeg" });

/** The device's position: a test says when it comes. */
const device = {
  tell: [] as PositionCallback[],
  say(accuracy: number, ageMs = 0) {
    const position = { coords: { ...place, accuracy }, timestamp: Date.now() - ageMs } as GeolocationPosition;
    for (const tell of device.tell.splice(0)) tell(position);
  },
};

const closes: (() => void)[] = [];
function measure<Kind extends MeasuredRecord>(source: DraftSource<Kind>) {
  const measurement = new Measurement(source);
  const close = measurement.open();
  closes.push(close);
  const now = () => {
    const state = measurement.getSnapshot();
    if (state.status !== "ready") throw new Error(`It is ${state.status}.`);
    return state;
  };
  return { measurement, now, close, isReady: () => vi.waitFor(now) };
}
const points: DraftSource<PointRecord> = {
  highAccuracy: false,
  begin: () => newDraft("alice", quest, 1),
  find: async () => {
    const records = await listRecords("alice");
    return records.find((record): record is PointRecord => record.kind === "point" && record.state === "draft");
  },
};
async function measurePoint() {
  const measuring = measure(points);
  await measuring.isReady();
  return measuring;
}
const asItIs = <Kind extends MeasuredRecord>(point: Kind) => point;

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
  device.tell = [];
  const hear = (tell: PositionCallback) => device.tell.push(tell);
  const geolocation = { watchPosition: vi.fn(hear), getCurrentPosition: vi.fn(hear), clearWatch: vi.fn() };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
});
afterEach(() => {
  for (const close of closes.splice(0)) close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("an entry", () => {
  it("is stored on the device before anything waits for it, and restored after the page was left", async () => {
    const { measurement, now, close } = await measurePoint();
    measurement.answer("bark", "rough");
    const { localId } = now().point;
    expect(localStorage.getItem(`cairn.last-words/${localId}`)).toContain("rough");
    measurement.answer("file", photo("oak.jpg"));
    await vi.waitFor(async () => expect(await findPhoto(localId, "file")).toBeDefined());
    close();
    const again = await measurePoint();
    expect(again.now().point).toMatchObject({ localId, answers: { bark: "rough" }, photos: [{ key: "file" }] });
    expect(again.now().photos.file).toBeDefined();
  });

  it("clears the server's error for its field, and nothing else", async () => {
    const fieldErrors = ["measurements.bark", "measurements.birds.0.bark", "photo:leaf"].map((path) => ({
      path,
      message: "Not this.",
    }));
    const problem = { atMs: 0, status: 422, code: "validation_failed", message: "No.", fieldErrors };
    await keepDraft({ ...newDraft("alice", quest, 1), answers: { bark: "rough" }, problem });
    const { measurement, now } = await measurePoint();
    measurement.answer("bark", "smooth");
    expect(now().point.problem).toEqual({ ...problem, fieldErrors: fieldErrors.slice(1) });
    // Before the next test has a database of its own.
    await vi.waitFor(async () => expect(await listRecords("alice")).toMatchObject([{ answers: { bark: "smooth" } }]));
  });

  it("is deleted once it is discarded, and another draft begins", async () => {
    const { measurement, now } = await measurePoint();
    measurement.answer("bark", "rough");
    const { localId } = now().point;
    await measurement.discard();
    expect(now().point.localId).not.toBe(localId);
    expect(now().point.answers).toEqual({});
    expect([await listRecords("alice"), Object.keys(localStorage)]).toEqual([[], []]);
  });

  it("is left alone if another tab has it open", async () => {
    const { measurement } = measure({ ...points, find: async () => "elsewhere" as const });
    await vi.waitFor(() => expect(measurement.getSnapshot().status).toBe("elsewhere"));
  });
});

describe("a photo", () => {
  it("freezes the position of its moment; a better one at the same spot is kept as an offer", async () => {
    const { measurement, now } = await measurePoint();
    measurement.watch();
    device.say(18);
    measurement.watch();
    measurement.answer("file", photo("oak.jpg"));
    const { capturedAtMs, photos } = now().point;
    expect(capturedAtMs).toBe(photos[0]?.takenAtMs);
    device.say(4);
    expect(now().point).toMatchObject({ position: { accuracyMeters: 18, source: "device" }, capturedAtMs });
    const [, better] = now().point.fixes;
    if (!better) throw new Error("no better fix");
    measurement.choosePosition(better);
    expect(now().point.position?.accuracyMeters).toBe(4);
  });

  it("taken before any position gets the first that comes", async () => {
    const { measurement, now } = await measurePoint();
    measurement.answer("file", photo("oak.jpg"));
    expect(now().point.position).toBeNull();
    device.say(7);
    await vi.waitFor(() => expect(now().point.position).toMatchObject({ ...place, accuracyMeters: 7 }));
  });

  it("from the gallery without metadata gets neither the current time nor position", async () => {
    const { measurement, now } = await measurePoint();
    measurement.watch();
    device.say(5);
    const old = photo("old.jpg");
    markAsPicked(old);
    measurement.answer("file", old);
    // Also before it is read.
    expect(now().point).toMatchObject({ position: null, capturedAtMs: null });
    await vi.waitFor(() => expect(now().remark).toEqual({ kind: "not-of-now", takenAtMs: null, hasPlace: false }));
    expect(now().point).toMatchObject({ position: null, capturedAtMs: null, photos: [{ takenAtMs: null }] });
  });

  it("[CONST-01] from the gallery without metadata gets them neither after a reload nor once it is saved", async () => {
    const { measurement, now, close } = await measurePoint();
    const old = photo("old.jpg");
    markAsPicked(old);
    measurement.answer("file", old);
    await vi.waitFor(() => expect(now().remark?.kind).toBe("not-of-now"));
    await vi.waitFor(async () => expect(await findPhoto(now().point.localId, "file")).toBeDefined());
    close();
    const again = await measurePoint();
    expect(again.now().remark).toEqual({ kind: "not-of-now", takenAtMs: null, hasPlace: false });
    again.measurement.watch();
    device.say(5);
    expect(again.now().device.fix).toBeDefined();
    expect(expectedPlace(again.now().point, again.now().device)).toBeUndefined();
    const saved = await again.measurement.save(asItIs);
    if (!saved) throw new Error("not saved");
    expect(again.now().saved?.position).toBe("none");
    device.say(6);
    expect(await findRecord(saved.localId)).toMatchObject({ position: null, fixes: [], capturedAtMs: null });
  });
});

describe("saving", () => {
  it("begins the next data point; one without a position may still get a fix", async () => {
    const { measurement, now } = await measurePoint();
    measurement.answer("bark", "rough");
    const saved = await measurement.save(asItIs);
    if (!saved) throw new Error("not saved");
    expect(now()).toMatchObject({ isSaving: false, saved: { localId: saved.localId, position: "searching" } });
    expect(now().point).toMatchObject({ answers: {}, state: "draft" });
    device.say(9);
    await vi.waitFor(() => expect(now().saved?.position).toBe("known"));
    expect(await findRecord(saved.localId)).toMatchObject({ state: "waiting", position: { accuracyMeters: 9 } });
    expect(now().point.position).toBeNull();
  });

  it("ignores a fix that comes once the volunteer may have left", async () => {
    const { measurement, now } = await measurePoint();
    measurement.answer("bark", "rough");
    const saved = await measurement.save(asItIs);
    device.say(9, -31_000);
    await vi.waitFor(() => expect(now().saved).toEqual({ localId: saved?.localId, id: saved?.id, position: "none" }));
  });

  it("[DATA-16] keeps what a full device refuses in this tab: the draft with its photo, and what is saved", async () => {
    const { measurement, now, close } = await measurePoint();
    const { localId } = now().point;
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    measurement.answer("file", photo("oak.jpg"));
    await vi.waitFor(() => expect(isInTab(localId)).toBe(true));
    close();
    const again = await measurePoint();
    expect(again.now()).toMatchObject({ point: { localId }, photos: { file: { name: "oak.jpg" } } });
    expect(await again.measurement.save(asItIs)).toMatchObject({ localId, state: "waiting" });
    expect(again.now()).toMatchObject({ failure: undefined, photoFailure: undefined, saved: { localId } });
    expect(await findPhoto(localId, "file")).toBeDefined();
    put.mockRestore();
    await vi.waitFor(() => expect(isInTab(localId)).toBe(false), { timeout: 10_000 });
    expect(await findRecord(localId)).toMatchObject({ state: "waiting" });
    expect(await findPhoto(localId, "file")).toBeDefined();
  }, 15_000);

  it("puts rows in order with their photos, whatever was moved and removed before", async () => {
    const { measurement, now } = await measurePoint();
    const { localId } = now().point;
    const protocol: Protocol = {
      fields: [
        {
          key: "birds",
          kind: "group",
          label: "Bird",
          repeat: {},
          fields: [
            { key: "name", kind: "text", label: "Name" },
            { key: "picture", kind: "photo", label: "Picture" },
          ],
        },
      ],
    };
    measurement.answer("birds", ["0", "1", "2"]);
    for (const row of [0, 1, 2]) {
      measurement.answer(`birds.${row}.name`, `bird ${row}`);
      measurement.answer(`birds.${row}.picture`, photo(`${row}.jpg`));
    }
    await vi.waitFor(async () => expect(await findPhoto(localId, "birds.2.picture")).toBeDefined());
    measurement.answer("birds", ["2", "0"]);
    const read = readAnswers(protocol, { ...now().point.answers, ...now().photos });
    const saved = await measurement.save((draft) => ({ ...withRowsInOrder(draft, read.rows), values: read.values }));
    expect(saved?.values).toEqual({ birds: [{ name: "bird 2" }, { name: "bird 0" }] });
    const record = (await findRecord(localId)) as PointRecord;
    expect(record.answers).toEqual({ birds: ["0", "1"], "birds.0.name": "bird 2", "birds.1.name": "bird 0" });
    expect(record.photos.map(({ key, name, storedAs }) => [key, name, storedAs])).toEqual([
      ["birds.1.picture", "0.jpg", undefined],
      ["birds.0.picture", "2.jpg", undefined],
    ]);
    expect(await findPhoto(localId, "birds.1.picture")).toBeDefined();
    expect(await findPhoto(localId, "birds.2.picture")).toBeUndefined();
  });

  it("has each photo once after another version of the form gave it another key", async () => {
    const { measurement, now } = await measurePoint();
    measurement.answer("file", photo("oak.jpg"));
    await vi.waitFor(() => expect(now().point.photos).toHaveLength(1));
    const { point } = now();
    measurement.takeOver({
      ...point,
      photos: point.photos.map((kept) => ({ ...kept, key: "bark", storedAs: "file" })),
    });
    expect(Object.entries(now().photos).map(([key, file]) => [key, file?.name])).toEqual([["bark", "oak.jpg"]]);
  });

  it("ends an answer, which has no next one and no moment without a photo", async () => {
    const answer = newAnswer("alice", quest, { id: "a", revision: 2, protocolVersion: 1 });
    const { measurement, now, isReady } = measure({
      highAccuracy: true,
      begin: () => answer,
      find: async () => undefined,
    });
    await isReady();
    measurement.watch();
    device.say(5);
    measurement.change((before) => ({ ...before, message: "The same tree." }));
    const saved = await measurement.save(asItIs);
    expect(saved).toMatchObject({ state: "waiting", message: "The same tree.", position: null, fixes: [] });
    expect([now().point.message, now().saved]).toEqual(["The same tree.", undefined]);
  });
});

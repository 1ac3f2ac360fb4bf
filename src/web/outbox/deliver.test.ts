import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload } from "../../../test/field-device.ts";
import { dataPoint } from "../../../test/web-app.tsx";
import { connectSession } from "../foundation/api/session.ts";
import { deliverMeasured } from "./deliver.ts";
import { newDraft } from "./new-records.ts";
import type { PointRecord } from "./record.ts";

const photo = new File(["bytes of a picture"], "bark.jpg", { type: "image/jpeg" });
const point: PointRecord = {
  ...newDraft("alice", { id: 7, name: "Trees" }, 3, 0),
  state: "sending",
  mayHaveArrived: true,
  values: { tree_width: 187.5, bark: "rough" },
  position: { latitude: 21.9712, longitude: -159.3701, accuracyMeters: 6, fixedAtMs: 1_000, source: "exif" },
  fixes: [{ latitude: 21.97, longitude: -159.37, accuracyMeters: null, fixedAtMs: null, source: "device" }],
  photos: [
    { key: "file", name: "bark.jpg", type: "image/jpeg", sizeBytes: 18, sha256: "ab".repeat(32), takenAtMs: 900 },
  ],
  capturedAtMs: 900,
  clockOffsetSeconds: -61,
  spacingReason: "Two stems of one tree.",
};
const send = (record = point, signal = new AbortController().signal) =>
  deliverMeasured(record, { findPhoto: async () => photo, keepUpload: async () => {}, onProgress: () => {}, signal });
const untilSent = (count: number) => vi.waitFor(() => expect(FakeUpload.sent).toHaveLength(count));

let disconnect: () => void;
beforeEach(() => {
  FakeUpload.sent = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  disconnect = connectSession({
    getAccessToken: async () => "old",
    renewAccessToken: async () => "new",
  });
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a delivery", () => {
  it("[ROLE-05] sends the token, and retries once with a renewed one if it is rejected", async () => {
    const sending = send();
    await untilSent(1);
    FakeUpload.sent[0]?.answer(401, { code: "token_expired", detail: "Expired." });
    await untilSent(2);
    expect(FakeUpload.sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
    FakeUpload.sent[1]?.answer(409, { code: "quest_completed", detail: "The quest is completed." });
    expect(await sending).toMatchObject({ kind: "refusal", status: 409, detail: "The quest is completed." });
  });

  it("sends what was measured, where, when and by which clock, as frozen", async () => {
    void send();
    await untilSent(1);
    const fields = Object.fromEntries([...(FakeUpload.sent[0]?.form ?? [])].filter(([name]) => name !== "file"));
    expect(fields).toEqual({
      id: point.id,
      tree_width: "187.5",
      measurements: '{"bark":"rough"}',
      protocol_version: "3",
      latitude: "21.9712",
      longitude: "-159.3701",
      accuracy: "6",
      fixed_at: "1970-01-01T00:00:01.000Z",
      position_source: "exif",
      captured_at: "1970-01-01T00:00:00.900Z",
      clock_offset: "-61",
      fixes: '[{"latitude":21.97,"longitude":-159.37,"accuracy":null,"fixed_at":null,"source":"device"}]',
      spacing_reason: "Two stems of one tree.",
      sha256: "ab".repeat(32),
    });
  });

  it("sends files after everything else, the data point's own photo last", async () => {
    const [own] = point.photos;
    if (!own) throw new Error("the point has a photo");
    void send({ ...point, photos: [own, { ...own, key: "bark" }, { ...own, key: "leaf" }] });
    await untilSent(1);
    const names = [...(FakeUpload.sent[0]?.form?.keys() ?? [])];
    expect(names.slice(-4)).toEqual(["sha256:leaf", "photo:bark", "photo:leaf", "file"]);
  });

  it("gives up after half a minute without progress, not while bytes are sent", async () => {
    const ended = vi.fn<(outcome: unknown) => void>();
    void send().then(ended);
    await untilSent(1);
    vi.useFakeTimers();
    FakeUpload.sent[0]?.progress(0.1);
    await vi.advanceTimersByTimeAsync(20_000);
    FakeUpload.sent[0]?.progress(0.2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ended).toHaveBeenCalledWith({ kind: "no-line", brokeUnderway: true, isOffline: false });
  });

  it("accepts its receipt, whatever else a newer server sends about the data point", async () => {
    const photos = [
      { key: "file", sha256: "ab".repeat(32), image_data_presigned_url: "/a", thumbnail_presigned_url: "/b" },
    ];
    const receipt = { kind: "receipt", id: point.id, revision: 1 };
    const newer = {
      ...dataPoint({ id: point.id, photos }),
      position_source: "satellite",
      review: { decision: "seen" },
    };
    const first = send();
    await untilSent(1);
    FakeUpload.sent[0]?.answer(201, { ...newer, review: null });
    expect(await first).toMatchObject({ ...receipt, photos, dataPoint: { position_source: "satellite" } });
    const second = send();
    await untilSent(2);
    const recording = { key: "call", sha256: "cd".repeat(32) };
    FakeUpload.sent[1]?.answer(201, { ...newer, files: [recording] });
    expect(await second).toMatchObject({ ...receipt, photos: [...photos, recording], dataPoint: undefined });
  });

  it.each([
    ["a page", "<h1>Welcome to the station's Wi-Fi</h1>"],
    ["JSON of another kind", { status: "ok", id: point.id }],
    ["a data point without its photos", { ...dataPoint({ id: point.id }), photos: undefined }],
    ["a photo without its hash", { ...dataPoint({ id: point.id }), photos: [{ key: "file" }] }],
    ["a list", [dataPoint({ id: point.id })]],
  ])("finds no receipt in %s", async (_, answer) => {
    const sending = send();
    await untilSent(1);
    FakeUpload.sent[0]?.answer(200, answer);
    expect(await sending).toEqual({ kind: "strange", status: 200, retryAfterMs: undefined });
  });

  it("gives no verdict on other servers' responses, and none without a sign-in", async () => {
    const first = send();
    await untilSent(1);
    FakeUpload.sent[0]?.answer(200, "<h1>Welcome to the station's Wi-Fi</h1>");
    expect(await first).toEqual({ kind: "strange", status: 200, retryAfterMs: undefined });
    disconnect();
    disconnect = connectSession({ getAccessToken: async () => undefined, renewAccessToken: async () => undefined });
    expect(await send()).toEqual({ kind: "signed-out" });
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it("waits until the previous id is withdrawn", async () => {
    const renamed = { ...point, supersededIds: ["0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01"] };
    const refused = send(renamed);
    await untilSent(1);
    expect([FakeUpload.sent[0]?.method, FakeUpload.sent[0]?.address]).toEqual([
      "DELETE",
      "/api/adventurers/alice/quests/7/data/0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
    ]);
    FakeUpload.sent[0]?.answer(409, { code: "data_point_reviewed", detail: "It was reviewed." });
    expect(await refused).toEqual({
      ...{ kind: "not-withdrawn", status: 409, code: "data_point_reviewed" },
      detail: "It was reviewed.",
    });
    const broken = send(renamed);
    await untilSent(2);
    FakeUpload.sent[1]?.breakOff();
    expect(await broken).toMatchObject({ kind: "no-line" });
    expect(FakeUpload.sent).toHaveLength(2);
    void send(renamed);
    await untilSent(3);
    FakeUpload.sent[2]?.answer(204, undefined);
    await untilSent(4);
    expect(FakeUpload.sent[3]?.method).toBe("POST");
  });

  it("ends if the phone's photo differs from its hash; data corrupted on the line is sent again", async () => {
    // jsdom's files cannot be read.
    photo.arrayBuffer = async () => new TextEncoder().encode("bytes of a picture").buffer;
    const mismatch = { code: "photo_checksum_mismatch", detail: "Other bytes arrived." };
    const changed = send();
    await untilSent(1);
    FakeUpload.sent[0]?.answer(422, mismatch);
    expect(await changed).toEqual({ kind: "photo-changed" });
    const sha256 = createHash("sha256").update("bytes of a picture").digest("hex");
    const sound = send({ ...point, photos: point.photos.map((each) => ({ ...each, sha256 })) });
    await untilSent(2);
    FakeUpload.sent[1]?.answer(422, mismatch);
    expect(await sound).toMatchObject({ kind: "refusal", code: "photo_checksum_mismatch" });
  });
});

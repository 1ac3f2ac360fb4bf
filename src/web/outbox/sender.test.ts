import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload, standInNavigator } from "../../../test/field-device.ts";
import { dataPoint, joined, serve } from "../../../test/web-app.tsx";
import { useAdventurerQuest } from "../foundation/api/quests.ts";
import { connectSession } from "../foundation/api/session.ts";
import { newDraft } from "./new-records.ts";
import { discard, findRecord, mendPoint, savePoint } from "./outbox.ts";
import type { PointRecord, Position } from "./record.ts";
import { forgetAccount, saveAttempt, saveCompletion, saveMessage } from "./saved-records.ts";
import { startOutbox } from "./sender.ts";
import { cancelSending, sendNow, useSending } from "./sending.ts";
import { setWifiOnly } from "./wifi-only.ts";

// jsdom has no database: what is saved is in the page's memory, as in a private window.

const quest = { id: 7, name: "Trees" };
const photo = new File(["bytes of a picture"], "bark.jpg", { type: "image/jpeg" });
const position: Position = { latitude: 1, longitude: 2, accuracyMeters: 3, fixedAtMs: 4, source: "device" };
const sha256 = "ab".repeat(32);

let savedAtMs = 1;
const save = (at: Position | null = position) =>
  savePoint(
    {
      ...newDraft("alice", quest, 1),
      values: { tree_width: 120 },
      position: at,
      photos: [{ key: "file", name: "bark.jpg", type: "image/jpeg", sizeBytes: 18, sha256, takenAtMs: 4 }],
    },
    { file: photo },
    savedAtMs++,
  );

const sentIds = () => FakeUpload.sent.map(({ form }) => form.get("id"));
const untilSent = (...points: PointRecord[]) => waitFor(() => expect(sentIds()).toEqual(points.map(({ id }) => id)));
const answer = ({ id }: PointRecord) =>
  FakeUpload.sent
    .findLast(({ form }) => form.get("id") === id)
    ?.answer(201, dataPoint({ id, photos: dataPoint().photos.map((stored) => ({ ...stored, key: "file", sha256 })) }));
const untilState = async ({ localId }: { localId: string }, state: string) =>
  waitFor(async () => expect((await findRecord(localId))?.state).toBe(state));

let line: EventTarget & { type: string };
let stops: (() => void)[];
beforeEach(() => {
  line = Object.assign(new EventTarget(), { type: "wifi" });
  standInNavigator({ connection: line });
  FakeUpload.sent = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  stops = [
    connectSession({ getAccessToken: async () => "token", renewAccessToken: async () => undefined }),
    startOutbox("alice"),
  ];
});
afterEach(async () => {
  for (const stop of stops) stop();
  await forgetAccount("alice");
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("the sender", () => {
  it("stops a cancelled upload, continues with the next, and sends it again on request", async () => {
    const cancelled = await save();
    await untilSent(cancelled);
    const next = await save();
    cancelSending(next.localId);
    cancelSending(cancelled.localId);
    await untilSent(cancelled, next);
    const stopped = await findRecord(cancelled.localId);
    expect(stopped).toMatchObject({ state: "waiting", attempts: 0, mayHaveArrived: true });
    expect(stopped?.problem).toMatchObject({
      code: "cancelled",
      message: "Upload paused. It resumes in an hour, or press “Send now”.",
    });
    expect((stopped?.nextAttemptAtMs ?? 0) - (stopped?.problem?.atMs ?? 0)).toBe(60 * 60_000);
    answer(next);
    await untilState(next, "delivered");
    sendNow();
    await untilSent(cancelled, next, cancelled);
    answer(cancelled);
    await untilState(cancelled, "delivered");
  });

  it("doesn't wait for a time that only a clock which ran ahead has set", async () => {
    const { now } = Date;
    let aheadMs = 24 * 60 * 60_000;
    vi.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
    const point = await save();
    await untilSent(point);
    FakeUpload.sent.at(-1)?.answer(503, {});
    await untilState(point, "waiting");
    aheadMs = 0;
    window.dispatchEvent(new Event("pageshow"));
    await untilSent(point, point);
    answer(point);
    await untilState(point, "delivered");
  });

  it("stops while the page rests, and sends once it is back", async () => {
    const point = await save();
    await untilSent(point);
    window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted: true }));
    expect(FakeUpload.sent[0]?.isAborted).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sentIds()).toEqual([point.id]);
    window.dispatchEvent(new Event("pageshow"));
    await untilSent(point, point);
    answer(point);
    await untilState(point, "delivered");
  });

  it("waits for Wi-Fi if the volunteer wants that, unless told to send now", async () => {
    line.type = "cellular";
    setWifiOnly(true);
    const sending = renderHook(useSending).result;
    const first = await save();
    await waitFor(() => expect(sending.current.waitsForWifi).toBe(true));
    expect(sentIds()).toEqual([]);
    sendNow();
    await untilSent(first);
    answer(first);
    await untilState(first, "delivered");
    const second = await save();
    await waitFor(() => expect(sending.current.waitsForWifi).toBe(true));
    expect(sentIds()).toEqual([first.id]);
    line.type = "wifi";
    line.dispatchEvent(new Event("change"));
    await untilSent(first, second);
    expect(sending.current).toMatchObject({ waitsForWifi: false, localId: second.localId });
  });

  it("completes a quest after its data points, including one without a position and one saved later", async () => {
    const unplaced = await save(null);
    const completion = await saveCompletion("alice", quest);
    const later = await save();
    await untilSent(later);
    answer(later);
    await untilState(later, "delivered");
    await mendPoint(unplaced.localId, { position });
    await untilSent(later, unplaced);
    answer(unplaced);
    await waitFor(() => expect(FakeUpload.sent.at(-1)?.method).toBe("GET"));
    FakeUpload.sent.at(-1)?.answer(200, joined());
    await waitFor(() => expect(FakeUpload.sent.at(-1)?.method).toBe("PATCH"));
    const { address, form } = FakeUpload.sent.at(-1) ?? {};
    expect([address, JSON.parse(String(form))]).toEqual([
      "/api/adventurers/alice/quests/7",
      { ...joined(), status: "completed" },
    ]);
    FakeUpload.sent.at(-1)?.answer(200, joined({}, "completed"));
    await untilState(completion, "delivered");
  });

  it.each([
    ["completed elsewhere", 200, joined({}, "completed"), "delivered", null],
    ["that the server fails to show", 503, { code: "unavailable", detail: "Later." }, "waiting", "unavailable"],
    ["that a hotspot shows", 200, "<h1>Welcome to the station's Wi-Fi</h1>", "waiting", "strange_answer"],
  ])("does not complete a quest %s", async (_, status, participation, state, code) => {
    const completion = await saveCompletion("alice", quest);
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    FakeUpload.sent[0]?.answer(status, participation);
    await waitFor(async () =>
      expect(await findRecord(completion.localId)).toMatchObject({
        state,
        problem: code && expect.objectContaining({ code }),
      }),
    );
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it("sends nothing for as long as the server asks", async () => {
    const sending = renderHook(useSending).result;
    const first = await save();
    await untilSent(first);
    const other = await save();
    const refusal = { code: "too_many_requests", detail: "Wait." };
    FakeUpload.sent[0]?.answer(429, refusal, { "retry-after": "3600" });
    await waitFor(() => expect((sending.current.pausedUntilMs ?? 0) - Date.now()).toBeGreaterThan(3_500_000));
    expect((await findRecord(other.localId))?.nextAttemptAtMs).toBe(0);
    expect(sentIds()).toEqual([first.id]);
  });

  it("stores nothing of a message that was discarded while being sent", async () => {
    const message = await saveMessage("alice", quest, "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01", "It is forked.");
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    await discard(message.localId);
    FakeUpload.sent[0]?.answer(500, { code: "internal_error", detail: "Sorry." });
    // The next one goes once that is settled.
    sendNow();
    const next = await save();
    await waitFor(() => expect(FakeUpload.sent.at(-1)?.form.get?.("id")).toBe(next.id));
    expect(await findRecord(message.localId)).toBeUndefined();
  });

  it("[CALL-61] sends an attempt at a lesson under its id until the server has it, and asks what changed", async () => {
    serve({ "GET /api/adventurers/alice/quests/7": joined({ quest_name: "Before" }) });
    const answers = { width: [12, 10] };
    const attempt = await saveAttempt("alice", quest, { version: 2, startedAtMs: 0, answers }, 60_000);
    const isSent = (times: number) => waitFor(() => expect(FakeUpload.sent).toHaveLength(times));
    await isSent(1);
    FakeUpload.sent[0]?.answer(503, { code: "unavailable", detail: "Sorry." });
    await untilState(attempt, "waiting");
    await waitFor(async () => expect((await findRecord(attempt.localId))?.attempts).toBe(1));
    sendNow();
    await isSent(2);
    const body = {
      id: attempt.id,
      version: 2,
      started_at: "1970-01-01T00:00:00.000Z",
      ended_at: "1970-01-01T00:01:00.000Z",
      answers,
    };
    const sent = FakeUpload.sent.map(({ address, form }) => [address, JSON.parse(String(form))]);
    expect(sent).toEqual(Array(2).fill(["/api/adventurers/alice/quests/7/lesson/attempts", body]));
    const { result } = renderHook(() => useAdventurerQuest("alice", 7));
    await waitFor(() => expect(result.current.quest?.quest_name).toBe("Before"));
    serve({ "GET /api/adventurers/alice/quests/7": joined({ quest_name: "After" }) });
    FakeUpload.sent[1]?.answer(201, { passed: true, wrong: ["width"] });
    await untilState(attempt, "delivered");
    await waitFor(() => expect(result.current.quest?.quest_name).toBe("After"));
  });
});

import { forgetAccount } from "./saved-records.ts";
import "../../../test/web-database.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dataPoint } from "../../../test/web-app.tsx";
import { connectSession } from "../foundation/api/session.ts";
import { changeNote } from "../foundation/worker-notes/notes.ts";
import { newDraft } from "./new-records.ts";
import { discard, findRecord, savePoint } from "./outbox.ts";
import type { PointRecord } from "./record.ts";
import { sendInWorker } from "./send-in-worker.ts";

let savedAtMs = 1;
const save = () =>
  savePoint(
    {
      ...newDraft("alice", { id: 7, name: "Trees" }, 1),
      position: { latitude: 1, longitude: 2, accuracyMeters: 3, fixedAtMs: 4, source: "device" },
    },
    {},
    savedAtMs++,
  );

type Sent = { id: FormDataEntryValue | null; token: string | null; signal: AbortSignal };
let sent: Sent[];
let answer: (id: string) => Response | Promise<Response>;
let isHeldByTab: boolean;
let waitingTabs: { name: string }[];
let connection: { type?: string };
let token: string | undefined;
let disconnect: () => void;

const receipt = (id: string) => Response.json(dataPoint({ id, photos: [] }), { status: 201 });
const refusal = (status: number, code: string) => Response.json({ code, detail: "No." }, { status });
const statesOf = (...points: PointRecord[]) =>
  Promise.all(points.map(async ({ localId }) => (await findRecord(localId))?.state));

beforeEach(() => {
  [sent, answer, isHeldByTab, waitingTabs, connection, token] = [[], receipt, false, [], {}, "token"];
  vi.stubGlobal("navigator", {
    onLine: true,
    languages: ["en"],
    get connection() {
      return connection;
    },
    locks: {
      request: async (_: string, __: object, work: (lock: object | null) => unknown) => work(isHeldByTab ? null : {}),
      query: async () => ({ pending: waitingTabs }),
    },
  });
  // A service worker has none.
  vi.stubGlobal("XMLHttpRequest", undefined);
  vi.stubGlobal("fetch", async (_: string, { body, headers, signal }: RequestInit) => {
    const id = (body as FormData).get("id");
    sent.push({ id, token: new Headers(headers).get("authorization"), signal: signal as AbortSignal });
    return answer(String(id));
  });
  disconnect = connectSession({ getAccessToken: async () => token, renewAccessToken: async () => undefined });
});
afterEach(async () => {
  disconnect();
  await forgetAccount("alice");
  await changeNote("wifi-only", () => undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("sends the oldest first, with the token, and is done when the server has all", async () => {
  const points = [await save(), await save()];
  expect(await sendInWorker("alice")).toBe(true);
  expect(sent.map(({ id, token }) => [id, token])).toEqual(points.map(({ id }) => [id, "Bearer token"]));
  expect(await statesOf(...points)).toEqual(["delivered", "delivered"]);
  expect(await sendInWorker("alice")).toBe(true);
  expect(sent).toHaveLength(2);
});

it("goes on after a refusal, and leaves it to the volunteer", async () => {
  const points = [await save(), await save()];
  answer = (id) => (id === points[0]?.id ? refusal(409, "quest_completed") : receipt(id));
  expect(await sendInWorker("alice")).toBe(true);
  expect(await statesOf(...points)).toEqual(["refused", "delivered"]);
});

it.each([
  ["the server fails", () => refusal(503, "unavailable")],
  ["it wants a pause", () => refusal(429, "too_many_requests")],
  ["a hotspot answers", () => new Response("<h1>Welcome</h1>")],
  ["there is no line", () => Promise.reject(new TypeError("Failed to fetch"))],
])("stops at once if %s, and wants to be started again", async (_, answered) => {
  const points = [await save(), await save()];
  answer = answered;
  expect(await sendInWorker("alice")).toBe(false);
  expect(sent).toHaveLength(1);
  expect(await statesOf(...points)).toEqual(["waiting", "waiting"]);
});

it("leaves everything if the server accepts no token, and is not started again for that", async () => {
  const points = [await save(), await save()];
  answer = () => refusal(401, "token_expired");
  expect(await sendInWorker("alice")).toBe(true);
  token = undefined;
  expect(await sendInWorker("alice")).toBe(true);
  expect(sent).toHaveLength(1);
  expect(await statesOf(...points)).toEqual(["waiting", "waiting"]);
});

it("sends nothing while a tab does, and comes again only if something waits", async () => {
  isHeldByTab = true;
  expect(await sendInWorker("alice")).toBe(true);
  const point = await save();
  expect(await sendInWorker("alice")).toBe(false);
  expect(sent).toEqual([]);
  expect(await statesOf(point)).toEqual(["waiting"]);
});

it("starts nothing that the browser may not let it finish, and wants to be started again", async () => {
  const points = [await save(), await save()];
  vi.useFakeTimers({ toFake: ["Date"] });
  answer = (id) => {
    vi.setSystemTime(Date.now() + 100_001);
    return receipt(id);
  };
  expect(await sendInWorker("alice")).toBe(false);
  expect(await statesOf(...points)).toEqual(["delivered", "waiting"]);
});

it("makes way for a tab that has been opened", async () => {
  const points = [await save(), await save()];
  answer = (id) => {
    waitingTabs = [{ name: "cairn-outbox" }];
    return receipt(id);
  };
  expect(await sendInWorker("alice")).toBe(false);
  expect(await statesOf(...points)).toEqual(["delivered", "waiting"]);
});

it("uses only Wi-Fi if the volunteer wants that, and not a line of unknown type", async () => {
  await changeNote<true>("wifi-only", () => true);
  await save();
  expect(await sendInWorker("alice")).toBe(false);
  connection = { type: "cellular" };
  expect(await sendInWorker("alice")).toBe(false);
  expect(sent).toEqual([]);
  connection = { type: "wifi" };
  expect(await sendInWorker("alice")).toBe(true);
  expect(sent).toHaveLength(1);
});

it("gives up a request that takes too long, and sends photos in parts from then on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const point = await save();
  answer = () =>
    new Promise((_, reject) => {
      sent[0]?.signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      void vi.advanceTimersByTimeAsync(26_000);
    });
  expect(await sendInWorker("alice")).toBe(false);
  expect(await findRecord(point.localId)).toMatchObject({ state: "waiting", problem: { code: "line_broke" } });
});

it("stops what it sends when the volunteer discards it elsewhere", async () => {
  // The time limit does not end it.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const point = await save();
  answer = () =>
    new Promise((_, reject) => {
      sent[0]?.signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      void discard(point.localId);
    });
  expect(await sendInWorker("alice")).toBe(false);
  expect(sent[0]?.signal.aborted).toBe(true);
  expect(await findRecord(point.localId)).toBeUndefined();
});

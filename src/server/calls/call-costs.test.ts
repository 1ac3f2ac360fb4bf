import { EventEmitter } from "node:events";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";
import { CallCosts, ClientGoneError, costOf } from "./call-costs.ts";

class Connection extends EventEmitter {
  closed = false;
  leave() {
    this.closed = true;
    this.emit("close");
  }
}

/** Work that runs until `end` is called. */
function makeWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = vi.fn(() => ended);
  return { work, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code ?? error.constructor.name,
  );

describe("calls of a cost class", () => {
  it("run up to a limit, in order; calls beyond the queue are rejected", async () => {
    const costs = new CallCosts({ search: { placesMax: 2, queueMax: 2 } });
    const works = Array.from({ length: 5 }, makeWork);
    const calling = works.map(({ work }) => codeOf(costs.during("search", new Connection(), work)));
    await turn();
    expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, 0, 0, 0]);
    expect(costs.counts().search).toEqual({ running: 2, waiting: 2 });
    expect(await calling[4]).toBe("unavailable");
    works[1]?.end();
    await turn();
    expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, 1, 0, 0]);
    for (const { end } of works) end();
    expect(await Promise.all(calling)).toEqual(["done", "done", "done", "done", "unavailable"]);
    expect(costs.counts().search).toEqual({ running: 0, waiting: 0 });
  });

  it("release their places when they fail, and when their client disconnects while waiting", async () => {
    const costs = new CallCosts({ light: { placesMax: 1, queueMax: 1 } });
    await expect(costs.during("light", new Connection(), () => Promise.reject(new Error("wrong")))).rejects.toThrow(
      "wrong",
    );
    const first = makeWork();
    const working = costs.during("light", new Connection(), first.work);
    const gone = new Connection();
    const leaving = codeOf(costs.during("light", gone, makeWork().work));
    expect(costs.counts().light).toEqual({ running: 1, waiting: 1 });
    gone.leave();
    expect(await leaving).toBe(ClientGoneError.name);
    expect(gone.listenerCount("close")).toBe(0);
    const next = makeWork();
    const waiting = codeOf(costs.during("light", new Connection(), next.work));
    first.end();
    next.end();
    await working;
    expect(await waiting).toBe("done");
    expect(costs.counts().light).toEqual({ running: 0, waiting: 0 });
  });

  it("wait no longer than their class allows", async () => {
    const costs = new CallCosts({ heavy: { placesMax: 1, waitMaxMs: 5 } });
    const first = makeWork();
    const working = costs.during("heavy", new Connection(), first.work);
    expect(await codeOf(costs.during("heavy", new Connection(), makeWork().work))).toBe("unavailable");
    first.end();
    await working;
  });

  it("with long answers take turns by the piece, and only their first piece can be rejected", async () => {
    const costs = new CallCosts({ heavy: { placesMax: 1, queueMax: 1 } });
    const made: string[] = [];
    async function* piecesOf(name: string) {
      for (let piece = 1; piece <= 3; piece++) {
        await turn();
        made.push(`${name}${piece}`);
        yield piece;
      }
    }
    const read = async (name: string) => {
      for await (const _ of costs.inSlices({ connection: new Connection(), caller: name }, piecesOf(name)));
    };
    await Promise.all([read("a"), read("b")]);
    expect(made).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
    const first = makeWork();
    const working = costs.during("heavy", new Connection(), first.work);
    const second = read("c");
    expect(await codeOf(read("d"))).toBe("unavailable");
    first.end();
    await Promise.all([working, second]);
    expect([costs.openStreams, costs.counts().heavy.running]).toEqual([0, 0]);
  });

  it("with long answers pause after each piece, twice as long as it took, during an upload", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const costs = new CallCosts({ heavy: { placesMax: 1 } });
    const tenMs = () => new Promise<void>((resolve) => setTimeout(resolve, 10));
    const upload = makeWork();
    const uploading = costs.during("upload", new Connection(), upload.work);
    const slice = costs.takeTurn(new Connection(), tenMs);
    await vi.advanceTimersByTimeAsync(10);
    await slice;
    const next = vi.fn(tenMs);
    const waiting = costs.takeTurn(new Connection(), next);
    await vi.advanceTimersByTimeAsync(19);
    expect(next).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(next).toHaveBeenCalledOnce();
    upload.end();
    await uploading;
    await vi.advanceTimersByTimeAsync(10);
    await waiting;
    expect(costs.counts().heavy.running).toBe(0);
  });

  it("with long answers hold no place while their client is slow, and end when it disconnects", async () => {
    const costs = new CallCosts({ heavy: { placesMax: 1 } });
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) yield "piece";
      } finally {
        hasEnded = true;
      }
    }
    const reader = new Connection();
    const slices = costs.inSlices({ connection: reader, caller: "a" }, endless());
    await slices.next();
    expect([costs.openStreams, costs.counts().heavy.running]).toEqual([1, 0]);
    reader.leave();
    await expect(slices.next()).rejects.toThrow(ClientGoneError);
    expect([costs.openStreams, costs.counts().heavy.running, hasEnded]).toEqual([0, 0, true]);
  });
});

describe("work that can wait for uploads", () => {
  let costs: CallCosts;
  beforeEach(() => {
    vi.useFakeTimers();
    costs = new CallCosts();
  });
  afterEach(() => vi.useRealTimers());

  const upload = (forMs: number) =>
    costs.during("upload", new Connection(), () => new Promise((resolve) => setTimeout(resolve, forMs)));

  async function hasEndedAfter(wait: Promise<void>, ms: number): Promise<boolean> {
    let hasEnded = false;
    void wait.then(() => (hasEnded = true));
    await vi.advanceTimersByTimeAsync(ms);
    return hasEnded;
  }

  it("begins at once without an upload", async () => {
    expect(await hasEndedAfter(costs.untilUploadsRest(30_000), 0)).toBe(true);
  });

  it("begins half a second after the last upload, not between two", async () => {
    void upload(1_000).then(() => upload(1_000));
    const wait = costs.untilUploadsRest(30_000);
    expect(await hasEndedAfter(wait, 2_400)).toBe(false);
    expect(await hasEndedAfter(wait, 700)).toBe(true);
  });

  it("does not wait forever", async () => {
    void upload(120_000);
    const wait = costs.untilUploadsRest(30_000);
    expect(await hasEndedAfter(wait, 29_000)).toBe(false);
    expect(await hasEndedAfter(wait, 1_100)).toBe(true);
  });

  it("begins after a failed upload as well", async () => {
    const failed = costs.during("upload", new Connection(), () =>
      Promise.reject(new Error("the phone lost its signal")),
    );
    await expect(failed).rejects.toThrow("the phone lost its signal");
    expect(await hasEndedAfter(costs.untilUploadsRest(30_000), 600)).toBe(true);
  });
});

it("calls with a file or a part of one are uploads, and filtered lists are searches", () => {
  for (const call of Object.values<Call>(calls)) {
    if (call.multipart || call.path.startsWith("/uploads"))
      expect([call.path, costOf(call)]).toEqual([call.path, "upload"]);
  }
  const { listQuests, listQuestClusters } = calls;
  expect([costOf(listQuests, { q: "bark" }), costOf(listQuests, { limit: 20 })]).toEqual(["search", "light"]);
  // A map is mostly answered from memory.
  expect(costOf(listQuestClusters, { q: "bark", bbox: [-1, -1, 1, 1] })).toBe("light");
});

describe("a busy server", () => {
  const api = usingApi();
  let quest: number;
  const end: (() => void)[] = [];

  beforeAll(async () => {
    quest = (await makeQuest(api, await makeOrganization(api))).id;
    await join(api, "alice", quest);
  });
  beforeEach(() => {
    for (const cost of ["light", "search", "heavy"] as const) {
      for (let taken = 0; taken < 1_200; taken++) {
        const { work, end: endWork } = makeWork();
        end.push(endWork);
        api.services.callCosts.during(cost, new Connection(), work).catch(() => undefined);
      }
    }
  });
  afterEach(() => {
    for (const endWork of end) endWork();
  });

  it("rejects with its own message and a time to retry, but accepts every upload and health check", async () => {
    for (const path of ["/quests?limit=5", "/quests?q=bark"]) {
      const { status, headers, body } = await api.call("GET", path);
      expect([status, headers.get("retry-after"), body]).toEqual([
        503,
        "10",
        { code: "unavailable", detail: "The server is busy with requests like this. Try again in a few seconds." },
      ]);
    }
    expect((await api.call("GET", "/health/ready")).status).toBe(200);
    expect((await api.upload("alice", quest, uploadForm(await makePhoto()))).status).toBe(201);
    expect(api.services.callCosts.counts().upload).toEqual({ running: 0, waiting: 0 });
  });
});

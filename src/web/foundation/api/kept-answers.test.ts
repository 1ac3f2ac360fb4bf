import "../../../../test/web-database.ts";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dataPoint, joined, quest } from "../../../../test/web-app.tsx";
import type { CallName } from "../../../contract/all-calls.ts";
import { call, callForPart } from "./client.ts";
import { allWritten, forgetKept, withKept } from "./kept-answers.ts";
import { connectSession } from "./session.ts";
import { useInSight } from "./staleness.ts";

let account: string | undefined;
let answers: Record<string, () => Response | Promise<Response>>;

const json =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    new Response(JSON.stringify(body), init);
const noLine = () => Promise.reject(new TypeError("Failed to fetch"));
const ownQuest = { params: { username: "alice", id: 7 } };
const countOf = (name: string) =>
  withKept((database) => database.countFromIndex("answers", "by-account", name)).catch(() => -1);

/** Asks, and waits until the answer is written down. */
async function askAndKeep(ask: () => Promise<unknown>, whose = "alice"): Promise<void> {
  const before = await countOf(whose);
  await ask();
  await vi.waitFor(async () => expect(await countOf(whose)).toBe(before + 1));
}

beforeEach(async () => {
  localStorage.setItem("jwt", "a token");
  account = "alice";
  connectSession({
    getAccessToken: async () => "a token",
    renewAccessToken: async () => undefined,
    getAccount: () => account,
  });
  answers = {
    "/api/quests/7": json(quest()),
    "/api/adventurers/alice/quests/7": json(joined()),
    "/api/adventurers/alice/quests/7/data": json([dataPoint()]),
  };
  vi.stubGlobal("fetch", async (address: string) => answers[address]?.() ?? noLine());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  for (const each of ["alice", "bob"]) await forgetKept(each);
});

describe("a stored answer", () => {
  it.each([
    ["there is no connection", noLine],
    ["a proxy finds no server", json("Bad Gateway", { status: 502 })],
    ["the server is overloaded", json({ code: "unavailable", detail: "Later." }, { status: 503 })],
    ["a proxy times out", json("Gateway Timeout", { status: 504 })],
  ])("is used if %s", async (_, failing) => {
    await askAndKeep(() => call("getAdventurerQuest", ownQuest));
    answers["/api/adventurers/alice/quests/7"] = failing;
    expect(await call("getAdventurerQuest", ownQuest)).toEqual(joined());
  });

  it("is used if the token expired and can't be renewed offline", async () => {
    await askAndKeep(() => call("getAdventurerQuest", ownQuest));
    connectSession({
      getAccessToken: () => Promise.reject(new Error("Network Error")),
      renewAccessToken: async () => undefined,
      getAccount: () => account,
    });
    expect(await call("getAdventurerQuest", ownQuest)).toEqual(joined());
  });

  it("is used after some seconds without a response, and replaced once it arrives", async () => {
    await askAndKeep(() => call("getQuest", { params: { id: 7 } }));
    let arrive = (_response: Response) => {};
    answers["/api/quests/7"] = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const asked = call("getQuest", { params: { id: 7 } });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    expect((await asked).quest_name).toBe("Bark of the mango trees");
    arrive(new Response(JSON.stringify(quest({ quest_name: "Bark, again" }))));
    answers["/api/quests/7"] = noLine;
    await vi.waitFor(async () =>
      expect((await call("getQuest", { params: { id: 7 } })).quest_name).toBe("Bark, again"),
    );
  });

  it("is replaced as soon as the connection is back", async () => {
    await askAndKeep(() => call("getQuest", { params: { id: 7 } }));
    answers["/api/quests/7"] = noLine;
    const revalidate = vi.fn();
    const { unmount } = renderHook(() => useInSight(["/api/quests/7"], revalidate));
    await call("getQuest", { params: { id: 7 } });
    expect(revalidate).not.toHaveBeenCalled();
    window.dispatchEvent(new Event("online"));
    expect(revalidate).toHaveBeenCalledOnce();
    unmount();
  });

  it("is used at another place, where the list would be sorted by another position", async () => {
    answers["/api/quests?near=59.33%2C18.07"] = json([quest()]);
    await askAndKeep(() => callForPart("listQuests", { query: { near: "59.33,18.07" } }));
    const { data } = await callForPart("listQuests", { query: { near: "21.97,-159.37" } });
    expect(data.map(({ quest_name: name }) => name)).toEqual(["Bark of the mango trees"]);
  });

  it("may be an error that says something about the quest", async () => {
    const notJoined = json({ code: "not_joined", detail: "You have not joined." }, { status: 404 });
    answers["/api/adventurers/alice/quests/7"] = notJoined;
    await askAndKeep(() => call("getAdventurerQuest", ownQuest).catch(() => {}));
    answers["/api/adventurers/alice/quests/7"] = noLine;
    await expect(call("getAdventurerQuest", ownQuest)).rejects.toMatchObject({ code: "not_joined" });
  });

  const own = { username: "alice", id: 7, version: 1, data_point_id: dataPoint().id };
  const bbox = { bbox: "-180,-90,180,90", zoom: 2 };
  it.each<[CallName, "kept" | "not kept", object?]>([
    ["getClientConfiguration", "kept"],
    ["listQuests", "kept"],
    ["listQuestClusters", "kept", bbox],
    ["getQuest", "kept"],
    ["getQuestProtocol", "kept"],
    ["listAdventurerQuests", "kept"],
    ["getAdventurerQuest", "kept"],
    ["listDataPoints", "kept"],
    ["summarizeDataPoints", "kept"],
    ["listContributions", "kept"],
    ["summarizeContributions", "kept"],
    ["getContribution", "kept"],
    ["listNews", "kept"],
    ["summarizeNews", "kept"],
    ["listAnnouncements", "not kept"],
    ["listQuestions", "not kept"],
    ["getAdventurer", "not kept"],
    ["getMailSettings", "not kept"],
    ["listOrganizations", "not kept"],
    ["getSample", "not kept"],
    ["joinQuest", "not kept"],
  ])("to %s is %s", async (name, outcome, query) => {
    const ask = () =>
      call(name, { params: { ...own, id: name === "getSample" ? own.data_point_id : 7 }, query } as never);
    const gone = json({ code: "quest_not_found", detail: "It is gone." }, { status: 404 });
    vi.stubGlobal("fetch", async () => gone());
    const asked = () => ask().catch((error: Error & { code?: string }) => error.code ?? error.message);
    expect(await asked()).toBe("quest_not_found");
    await allWritten();
    vi.stubGlobal("fetch", noLine);
    expect(await asked()).toBe(outcome === "kept" ? "quest_not_found" : "Failed to fetch");
  });

  it("includes the cursor of the next part", async () => {
    const link = '</api/quests?limit=2&after=cursor>; rel="next"';
    answers["/api/quests?limit=2"] = json([quest()], { headers: { link } });
    await askAndKeep(() => callForPart("listQuests", { query: { limit: 2 } }));
    answers["/api/quests?limit=2"] = noLine;
    expect((await callForPart("listQuests", { query: { limit: 2 } })).nextPart).toBe("cursor");
  });

  it("doesn't replace the server's own errors", async () => {
    await askAndKeep(() => call("getQuest", { params: { id: 7 } }));
    answers["/api/quests/7"] = json({ code: "internal_error", detail: "Sorry." }, { status: 500 });
    await expect(call("getQuest", { params: { id: 7 } })).rejects.toMatchObject({ status: 500 });
  });

  it("is never used for another account", async () => {
    await askAndKeep(() => call("getQuest", { params: { id: 7 } }));
    answers["/api/quests/7"] = noLine;
    account = "bob";
    await expect(call("getQuest", { params: { id: 7 } })).rejects.toThrow("Failed to fetch");
    account = undefined;
    await expect(call("getQuest", { params: { id: 7 } })).rejects.toThrow("Failed to fetch");
  });

  it("is not stored if the account changes before it arrives", async () => {
    answers["/api/quests/7"] = () => {
      account = "bob";
      return json(quest())();
    };
    await call("getQuest", { params: { id: 7 } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    account = "bob";
    answers["/api/adventurers/alice/quests/7"] = json(joined());
    await call("getAdventurerQuest", ownQuest);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await withKept((database) => database.getAll("answers"))).not.toContainEqual(
      expect.objectContaining({ address: "/api/adventurers/alice/quests/7" }),
    );
  });

  it("is deleted at sign-out, only that account's", async () => {
    await askAndKeep(() => call("getQuest", { params: { id: 7 } }));
    account = "bob";
    await askAndKeep(() => call("getQuest", { params: { id: 7 } }), "bob");
    await forgetKept("alice");
    expect([await countOf("alice"), await countOf("bob")]).toEqual([0, 1]);
  });
});

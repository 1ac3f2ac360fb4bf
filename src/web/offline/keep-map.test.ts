import "../../../test/web-database.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MapArea } from "../../contract/maps.ts";
import { findMap, findTile, forgetMaps, listFixes, listTiles, putFix } from "../foundation/api/kept-maps.ts";
import { keepMap } from "./keep-map.ts";
import { leaveBehind, TakeAlongError, takeMapAlong } from "./take-along.ts";

const of = { account: "alice", questId: 7 };
const area: MapArea = {
  kind: "vector",
  tiles: Array.from({ length: 20 }, (_, x) => ({ z: 14, x, y: 3 })),
  size_bytes: 4_000,
  attribution: "© Testers",
  version: "one",
};

/** Answers by path; by default, the address itself. */
let answer: (path: string, attempt: number, address: string) => Response;
const asked: string[] = [];
beforeEach(() => {
  answer = (_path, _attempt, address) => new Response(address);
  asked.length = 0;
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname } = new URL(address, "http://localhost");
    asked.push(pathname);
    return answer(pathname, asked.filter((each) => each === pathname).length, address);
  });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await forgetMaps(() => true);
});

const noProgress = () => {};

describe("saving the map of a quest", () => {
  it("[CALL-71] puts every tile on the phone, and says how far it is", async () => {
    const shares: number[] = [];
    await keepMap(of, area, (share) => shares.push(share));
    expect(await findMap(of)).toMatchObject({ isWhole: true, sizeBytes: 4_000, attribution: "© Testers" });
    expect((await listTiles(of)).size).toBe(20);
    const tile = await findTile(of, { z: 14, x: 11, y: 3 });
    expect(new TextDecoder().decode(tile)).toBe("/api/map-file/14/11/3?version=one");
    expect(shares).toHaveLength(20);
    expect(shares.at(-1)).toBe(1);
  });

  it("[CALL-71] goes on where the line broke, and is not whole before", async () => {
    answer = (path) => {
      if (asked.length > 9) throw new TypeError("Failed to fetch");
      return new Response(path);
    };
    await expect(takeMapAlong(of.account, of.questId, area, noProgress)).rejects.toThrow(new TakeAlongError("noLine"));
    const before = await listTiles(of);
    expect(before.size).toBeGreaterThan(0);
    expect(before.size).toBeLessThan(20);
    expect(await findMap(of)).toMatchObject({ isWhole: false });
    answer = (path) => new Response(path);
    asked.length = 0;
    await keepMap(of, area, noProgress);
    expect(asked).toHaveLength(20 - before.size);
    expect(await findMap(of)).toMatchObject({ isWhole: true });
  });

  it("[CALL-71] replaces the tiles of an older file, which stay until newer ones are there", async () => {
    await keepMap(of, area, noProgress);
    const newer = { ...area, version: "two", tiles: area.tiles.slice(0, 15) };
    asked.length = 0;
    answer = (_path, _attempt, address) => {
      if (asked.length > 9) throw new TypeError("Failed to fetch");
      return new Response(address);
    };
    await expect(keepMap(of, newer, noProgress)).rejects.toThrow("Failed to fetch");
    expect((await listTiles(of)).size).toBe(20);
    expect(await findMap(of)).toMatchObject({ version: "two", isWhole: false });
    answer = (_path, _attempt, address) => new Response(address);
    asked.length = 0;
    await keepMap(of, newer, noProgress);
    expect(asked.length).toBeLessThan(15);
    expect((await listTiles(of)).size).toBe(15);
    for (const tile of newer.tiles) {
      const bytes = await findTile(of, tile);
      expect(new TextDecoder().decode(bytes)).toBe(`/api/map-file/14/${tile.x}/3?version=two`);
    }
    expect(await findMap(of)).toMatchObject({ isWhole: true, outdated: [] });
  });

  it("[CALL-71] has only what the quest still needs, of the kind that the file has", async () => {
    await keepMap(of, area, noProgress);
    await keepMap(of, { ...area, tiles: area.tiles.slice(0, 3) }, noProgress);
    expect([...(await listTiles(of))].sort()).toEqual(["14/0/3", "14/1/3", "14/2/3"]);
    answer = () => {
      throw new TypeError("Failed to fetch");
    };
    await expect(keepMap(of, { ...area, version: "two", kind: "raster" }, noProgress)).rejects.toThrow();
    expect((await listTiles(of)).size).toBe(0);
  });

  it("[CALL-71] leaves out what the file hasn't", async () => {
    answer = (path) => (path.endsWith("/4/3") ? new Response(null, { status: 404 }) : new Response(path));
    await keepMap(of, area, noProgress);
    expect((await listTiles(of)).size).toBe(19);
    expect(await findMap(of)).toMatchObject({ isWhole: true });
  });

  it("[CALL-71] waits for a busy server, and gives up on a broken one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const status = { now: 503 };
    answer = (path, attempt) => (attempt === 1 ? new Response(null, { status: status.now }) : new Response(path));
    const one = { ...area, tiles: area.tiles.slice(0, 1) };
    const saving = keepMap(of, one, noProgress);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    await saving;
    expect(asked).toHaveLength(2);
    status.now = 500;
    asked.length = 0;
    await expect(keepMap(of, { ...one, version: "two" }, noProgress)).rejects.toThrow("500");
  });

  it("[CALL-71] says that the phone is full", async () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("Full.", "QuotaExceededError");
    });
    await expect(takeMapAlong(of.account, of.questId, area, noProgress)).rejects.toThrow(new TakeAlongError("full"));
    vi.restoreAllMocks();
  });
});

describe("the map on this phone", () => {
  it("[CALL-71] goes with the quest; one's own way stays, and other quests and accounts", async () => {
    await keepMap(of, area, noProgress);
    await keepMap({ ...of, questId: 70 }, area, noProgress);
    await keepMap({ ...of, account: "bob" }, area, noProgress);
    await putFix({ ...of, latitude: 50, longitude: 8, atMs: 1, begins: true });
    await leaveBehind(of.account, of.questId);
    expect(await findMap(of)).toBeUndefined();
    expect((await listTiles(of)).size).toBe(0);
    expect((await listTiles({ ...of, questId: 70 })).size).toBe(20);
    expect((await listTiles({ ...of, account: "bob" })).size).toBe(20);
    expect(await listFixes(of)).toHaveLength(1);
  });

  it("[CALL-71] and one's own way go at sign-out", async () => {
    await keepMap(of, area, noProgress);
    await keepMap({ ...of, account: "bob" }, area, noProgress);
    await putFix({ ...of, latitude: 50, longitude: 8, atMs: 1, begins: true });
    const { forgetKept } = await import("../foundation/api/kept-answers.ts");
    await forgetKept("alice");
    expect((await listTiles(of)).size).toBe(0);
    expect(await listFixes(of)).toEqual([]);
    expect((await listTiles({ ...of, account: "bob" })).size).toBe(20);
  });
});

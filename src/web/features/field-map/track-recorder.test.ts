import "../../../../test/web-database.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listFixes } from "../../foundation/api/kept-maps.ts";
import { connectSession } from "../../foundation/api/session.ts";
import { currentTrack, deleteTrack, openTrack, startTrack, stopTrack } from "./track-recorder.ts";

const of = { account: "alice", questId: 7 };
let account: string | undefined;
let succeed: PositionCallback;
let fail: PositionErrorCallback | null | undefined;
const clearWatch = vi.fn();
let atMs = 0;

/** The device tells a position, so many metres to the north of the first. */
const move = (meters: number, accuracy = 5) =>
  succeed({
    coords: { latitude: 50 + meters / 111_195, longitude: 8, accuracy },
    timestamp: ++atMs,
  } as GeolocationPosition);

beforeEach(async () => {
  account = "alice";
  connectSession({
    getAccessToken: async () => "a token",
    renewAccessToken: async () => undefined,
    getAccount: () => account,
  });
  clearWatch.mockReset();
  const watchPosition = (onFix: PositionCallback, onError?: PositionErrorCallback | null) => {
    succeed = onFix;
    fail = onError;
    return 4;
  };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { watchPosition, clearWatch } });
  window.history.replaceState({}, "", "/quests/7/map");
  await openTrack(of);
});
afterEach(async () => {
  stopTrack();
  await deleteTrack(of);
});

it("[CALL-71] a way is kept on the phone, without the steps of a standing phone and poor fixes", async () => {
  startTrack(of);
  for (const [meters, accuracy] of [
    [0, 5],
    [3, 5],
    [20, 5],
    [90, 80],
    [40, 5],
  ] as const)
    move(meters, accuracy);
  expect(currentTrack().fixes.map(({ atMs: at, begins }) => [at, begins])).toEqual([
    [atMs - 4, true],
    [atMs - 2, false],
    [atMs, false],
  ]);
  await vi.waitFor(async () => expect(await listFixes(of)).toHaveLength(3));
});

it.each([
  ["the volunteer leaves the quest", () => window.history.replaceState({}, "", "/quests/77/map")],
  [
    "the volunteer signs out",
    () => {
      account = undefined;
    },
  ],
])("[CALL-71] recording ends when %s, and nothing of it is kept", async (_, leave) => {
  startTrack(of);
  move(0);
  leave();
  move(30);
  expect(clearWatch).toHaveBeenCalledWith(4);
  expect(currentTrack()).toMatchObject({ isOn: false });
  expect(currentTrack().fixes).toHaveLength(1);
});

it("[CALL-71] recording goes on beside the form", () => {
  startTrack(of);
  window.history.replaceState({}, "", "/quests/7/data");
  move(0);
  expect(currentTrack()).toMatchObject({ isOn: true });
});

it("[CALL-71] says that the position was forbidden, and not that it is lost for a moment", () => {
  startTrack(of);
  const denied = { PERMISSION_DENIED: 1 };
  fail?.({ ...denied, code: 2 } as GeolocationPositionError);
  expect(currentTrack()).toMatchObject({ isOn: true });
  fail?.({ ...denied, code: 1 } as GeolocationPositionError);
  expect(currentTrack()).toMatchObject({ isOn: false, problem: "position" });
});

it("[CALL-71] is off at first, also after one was recorded before", async () => {
  startTrack(of);
  move(0);
  await vi.waitFor(async () => expect(await listFixes(of)).toHaveLength(1));
  await openTrack({ ...of, questId: 8 });
  expect(currentTrack()).toEqual({ isOn: false, fixes: [] });
  await openTrack(of);
  expect(currentTrack()).toMatchObject({ isOn: false, fixes: [{ latitude: 50 }] });
});

it("[CALL-71] says that the way wasn't deleted, and keeps it", async () => {
  startTrack(of);
  move(0);
  await vi.waitFor(async () => expect(await listFixes(of)).toHaveLength(1));
  const refused = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
    throw new DOMException("Not now.", "UnknownError");
  });
  expect(await deleteTrack(of)).toBe(false);
  expect(currentTrack()).toMatchObject({ fixes: [{ latitude: 50 }], problem: "deletion" });
  refused.mockRestore();
  expect(await deleteTrack(of)).toBe(true);
  expect(currentTrack().fixes).toEqual([]);
  expect(await listFixes(of)).toEqual([]);
});

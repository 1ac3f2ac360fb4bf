import { describe, expect, it } from "vitest";
import type { QuestStations } from "../../../contract/stations.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { shownStations } from "../stations/due-stations.ts";
import { type FieldPlace, isFar, ownPlacesOf, placesOf, sortPlaces } from "./field-places.ts";
import { lengthOf, linesOf } from "./track-recorder.ts";
import { nearestKept } from "./use-kept-map.ts";

const place = (id: number, latitude: number, due = true): FieldPlace => ({
  id,
  code: null,
  name: `Place ${id}`,
  latitude,
  longitude: 8,
  due,
});

describe("the places of a quest", () => {
  it("come with what is to be measured first, then the nearest, or by name", () => {
    const places = [place(10, 50.16), place(1, 50.1, false), place(9, 50.15)];
    expect(sortPlaces(places, { latitude: 50, longitude: 8 }).map(({ id }) => id)).toEqual([9, 10, 1]);
    expect(sortPlaces(places, undefined).map(({ id }) => id)).toEqual([9, 10, 1]);
    expect(Math.round(sortPlaces(places, { latitude: 50, longitude: 8 })[0]?.meters ?? 0)).toBe(16_679);
  });

  it("that are too far to walk come after those that aren't, the nearest first", () => {
    const places = [place(1, 53), place(2, 52), place(3, 50.1, false), place(4, 50.17)];
    expect(sortPlaces(places, { latitude: 50, longitude: 8 }).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect([20_000, 20_001, undefined].map(isFar)).toEqual([false, true, false]);
  });

  it("are measured once a data point of one's own is there", () => {
    const location = { address_line1: null, locality: "Luray", coordinates: [38.518, -78.4364] as [number, number] };
    const quest = { locations: [{ id: 3, ...location }] } as Parameters<typeof placesOf>[0];
    expect(placesOf(quest, [], [[38.53, -78.4364]])).toMatchObject([{ id: 3, name: "Luray", due: true }]);
    expect(placesOf(quest, [], [[38.5185, -78.4364]])).toMatchObject([{ due: false }]);
  });
});

describe("one's own data points", () => {
  it("are those that arrived, once, and those that wait on the phone, without the one that is being measured", () => {
    const position = { latitude: 50, longitude: 8, accuracyMeters: 5, fixedAtMs: 1, source: "device" } as const;
    const inState = (state: PointRecord["state"], questId = 7) => ({
      ...newDraft("alice", { id: questId, name: "Trees" }, 1),
      state,
      position,
    });
    const records = (["draft", "waiting", "sending", "refused", "delivered"] as const).map((state) => inState(state));
    expect(ownPlacesOf([[50, 8]], records, 7)).toHaveLength(4);
    expect(ownPlacesOf([], [inState("waiting", 8)], 7)).toEqual([]);
  });
});

describe("stations", () => {
  it("are the places of a quest that has them, due by its repeat interval", () => {
    const at = { latitude: 50, longitude: 8 };
    const stations = [
      { id: 1, code: "A", name: "Never", ...at },
      { id: 2, code: "B", name: "Long ago", ...at, measured_at: "2020-01-01T00:00:00Z" },
      { id: 3, code: "C", name: "Now", ...at, measured_at: new Date().toISOString() },
    ];
    const dueOf = (repeat_days: number | null, onPhone: Record<number, string> = {}) => {
      const waiting = new Map(Object.entries(onPhone).map(([id, at]) => [Number(id), at]));
      const given = { stations, repeat_days } as QuestStations;
      const shown = shownStations(given, { by: "all", here: undefined, onPhone: waiting, nowMs: Date.now() });
      return placesOf({ locations: [] }, shown, [])
        .map(({ code, due }) => [code, due])
        .sort();
    };
    expect(dueOf(30)).toEqual([
      ["A", true],
      ["B", true],
      ["C", false],
    ]);
    expect(dueOf(null, { 1: new Date().toISOString() })[0]).toEqual(["A", false]);
    expect(dueOf(null)).toEqual([
      ["A", true],
      ["B", false],
      ["C", false],
    ]);
  });
});

describe("the own way", () => {
  const fix = (latitude: number, begins = false) => ({ latitude, longitude: 8, atMs: latitude, begins });
  it("has a line for each recording, and no length between them", () => {
    const fixes = [fix(50, true), fix(50.001), fix(60, true), fix(60.001), fix(60.002)];
    expect(linesOf(fixes).map((line) => line.length)).toEqual([2, 3]);
    expect(Math.round(lengthOf(fixes))).toBe(334);
  });
});

describe("a tile", () => {
  const tiles = new Set(["0/0/0", "10/5/6", "15/163/200"]);
  it.each([
    [{ zoom: 15, x: 163, y: 200 }, "15/163/200", 1, 0, 0],
    [{ zoom: 17, x: 654, y: 803 }, "15/163/200", 1 / 4, 2, 3],
    [{ zoom: 12, x: 23, y: 24 }, "10/5/6", 1 / 4, 3, 0],
    [{ zoom: 2, x: -1, y: 1 }, "0/0/0", 1 / 4, 3, 1],
  ])("%o is a part of what is on this phone", (tile, address, share, column, row) => {
    expect(nearestKept(tiles, tile)).toEqual({ address, piece: { zoom: tile.zoom, share, column, row } });
  });

  it("far below what is on this phone is not drawn from it", () => {
    expect(nearestKept(tiles, { zoom: 14, x: 0, y: 0 })).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import type { QuestStations } from "../../../contract/stations.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { formOf } from "../../outbox/upload-fields.ts";
import { matching, measuredHere, shownStations } from "./due-stations.ts";

const nowMs = Date.parse("2026-06-30T12:00:00Z");
const daysAgo = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();
const place = { latitude: 47, longitude: 8 };
const stations: QuestStations["stations"] = [
  {
    id: 1,
    code: "A",
    name: "Weir 10",
    ...place,
    latitude: 47.002,
    measured_at: daysAgo(29),
    own_measured_at: daysAgo(31),
  },
  { id: 2, code: "B", name: "Weir 9", ...place, latitude: 47.001, measured_at: daysAgo(30) },
  { id: 3, code: "C", name: "Ford", ...place, latitude: 47.003 },
];
const nothing = new Map<number, string>();
const dueOf = (options: Partial<Parameters<typeof shownStations>[1]>, repeat_days: number | null = 30) =>
  shownStations({ repeat_days, stations }, { by: "all", here: undefined, onPhone: nothing, nowMs, ...options })
    .filter(({ due }) => due)
    .map(({ code }) => code);

const record = (changes: Partial<PointRecord>): PointRecord => ({
  ...newDraft("alice", { id: 5, name: "Gauges" }, 1, nowMs),
  state: "waiting",
  savedAtMs: nowMs,
  station: { id: 3, code: "C", name: "Ford" },
  ...changes,
});

describe("stations on a phone", () => {
  it("[CALL-73] are due after the interval, by anyone or by oneself", () => {
    expect(dueOf({})).toEqual(["C", "B"]);
    expect(dueOf({ by: "me" })).toEqual(["C", "B", "A"]);
    expect(dueOf({}, null)).toEqual(["C"]);
  });

  it("[CALL-73] count as measured by what waits on the phone, drafts and other quests aside", () => {
    const onPhone = measuredHere([record({})], 5);
    expect(dueOf({ onPhone })).toEqual(["B"]);
    expect(measuredHere([record({ savedAtMs: null, state: "draft" }), record({ questId: 6 })], 5).size).toBe(0);
  });

  it("[CALL-73] are nearest first with a position, else by name in the order of numbers", () => {
    const codes = (here?: typeof place) =>
      shownStations({ repeat_days: null, stations }, { by: "all", here, onPhone: nothing, nowMs }).map(
        ({ code }) => code,
      );
    expect(codes(place)).toEqual(["B", "A", "C"]);
    expect(codes()).toEqual(["C", "B", "A"]);
  });

  it("[CALL-73] are found by words of code and name, accents and case aside", () => {
    const all = shownStations({ repeat_days: null, stations }, { by: "all", here: undefined, onPhone: nothing, nowMs });
    expect(matching(all, "weir 9").map(({ code }) => code)).toEqual(["B"]);
    expect(matching(all, "b wéIr").map(({ code }) => code)).toEqual(["B"]);
    expect(matching(all, " ")).toHaveLength(3);
  });

  it("[CALL-73] go with the upload", () => {
    expect(formOf(record({})).get("station_id")).toBe("3");
    expect(formOf(record({ station: undefined })).has("station_id")).toBe(false);
  });
});

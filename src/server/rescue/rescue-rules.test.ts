import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WrittenFix } from "../../contract/data-points.ts";
import { chooseFix, uploadFieldsOf } from "./rescue-rules.ts";

const at = "2026-05-04T10:00:00.000Z";
const after = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString();
const fix = (accuracy: number | null, seconds: number | null, latitude = 1): WrittenFix => ({
  latitude,
  longitude: 2,
  accuracy,
  fixed_at: seconds === null ? null : after(seconds),
  source: "device",
});

describe("the fix that stands for a position", () => {
  it.each<[string, WrittenFix[], number | undefined]>([
    ["the smallest radius of those within 30 seconds", [fix(20, 0), fix(5, -30), fix(4, 31)], 1],
    ["the nearest in time where none is within 30 seconds", [fix(3, 90), fix(50, -40)], 1],
    ["the nearer one of the same radius", [fix(5, 20), fix(5, -10)], 1],
    ["one whose radius is known", [fix(null, 0), fix(500, 10)], 1],
    ["one whose time is known", [fix(3, null), fix(500, 4_000)], 1],
    ["the only one, of which nothing is known", [fix(null, null)], 0],
    ["none of none", [], undefined],
  ])("is %s", (_what, fixes, expected) => {
    expect(chooseFix(fixes, at)).toBe(expected === undefined ? undefined : fixes[expected]);
  });

  it("is that with the smallest radius where nobody knows the moment", () => {
    const fixes = [fix(9, 0), fix(4, 500)];
    expect(chooseFix(fixes, null)).toBe(fixes[1]);
  });

  it("does not depend on their order", () => {
    const anyFix = fc.tuple(fc.option(fc.integer({ min: 1, max: 50 })), fc.option(fc.integer({ min: -90, max: 90 })));
    fc.assert(
      fc.property(fc.uniqueArray(anyFix, { minLength: 1, selector: (pair) => pair.join() }), (pairs) => {
        const fixes = pairs.map(([accuracy, seconds]) => fix(accuracy, seconds));
        const distance = ({ fixed_at }: WrittenFix) => fixed_at && Math.abs(Date.parse(fixed_at) - Date.parse(at));
        const one = chooseFix(fixes, at);
        const other = chooseFix(fixes.toReversed(), at);
        expect([one?.accuracy, one && distance(one)]).toEqual([other?.accuracy, other && distance(other)]);
      }),
    );
  });
});

it("a data point of a bundle becomes the fields of an upload", () => {
  const point = {
    id: "0b6f2f9e-6d0f-4c53-9e0c-2f6f0b1d5a11",
    quest_id: 7,
    protocol_version: null,
    values: { tree_width: 80, user_supplied_latitude: 21.5, user_supplied_longitude: null },
    captured_at: at,
    fixes: [fix(5, 0)],
    photos: [
      { key: "file", file: "photos/a.jpg", sha256: "aa" },
      { key: "bark", file: "photos/b.jpg", sha256: "bb" },
    ],
  };
  const fields = {
    id: point.id,
    protocol_version: "0",
    measurements: '{"tree_width":80}',
    user_supplied_latitude: "21.5",
    captured_at: at,
    fixes: JSON.stringify(point.fixes),
    sha256: "aa",
    "sha256:bark": "bb",
  };
  const chosen = { latitude: "1", longitude: "2", accuracy: "5", fixed_at: at, position_source: "device" };
  expect(uploadFieldsOf(point)).toEqual({ ...fields, ...chosen });
  // "none yet" is what the volunteer was told: no fix is used in silence
  expect(uploadFieldsOf({ ...point, position: null })).toEqual(fields);
  const placed = { latitude: 3, longitude: 4, accuracy: null, fixed_at: null, position_source: "map" as const };
  expect(uploadFieldsOf({ ...point, position: placed, clock_offset: 0, spacing_reason: "A road." })).toEqual({
    ...fields,
    latitude: "3",
    longitude: "4",
    position_source: "map",
    clock_offset: "0",
    spacing_reason: "A road.",
  });
});

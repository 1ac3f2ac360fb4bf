import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WrittenFix } from "./data-points.ts";
import { chooseFix, positionOfRescued } from "./rescue.ts";

const at = "2026-05-04T10:00:00.000Z";
const after = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString();
const fix = (accuracy: number | null, seconds: number | null, latitude = 1): WrittenFix => ({
  latitude,
  longitude: 2,
  accuracy,
  fixed_at: seconds === null ? null : after(seconds),
  source: "device",
});

describe("the fix used as a position", () => {
  it.each<[string, WrittenFix[], number | undefined]>([
    ["the smallest radius of those within 30 seconds", [fix(20, 0), fix(5, -30), fix(4, 31)], 1],
    ["the nearest in time if none is within 30 seconds", [fix(3, 90), fix(50, -40)], 1],
    ["the nearer in time of two with the same radius", [fix(5, 20), fix(5, -10)], 1],
    ["one with a known radius", [fix(null, 0), fix(500, 10)], 1],
    ["one with a known time", [fix(3, null), fix(500, 4_000)], 1],
    ["the only one, even without radius and time", [fix(null, null)], 0],
    ["undefined without fixes", [], undefined],
  ])("is %s", (_what, fixes, expected) => {
    expect(chooseFix(fixes, at)).toBe(expected === undefined ? undefined : fixes[expected]);
  });

  it("is the one with the smallest radius if the moment is unknown", () => {
    const fixes = [fix(9, 0), fix(4, 500)];
    expect(chooseFix(fixes, null)).toBe(fixes[1]);
  });

  it("doesn't depend on their order", () => {
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

it("a chosen position is kept, and a fix never replaces one that is null", () => {
  const placed = { latitude: 3, longitude: 4, accuracy: null, fixed_at: null, position_source: "map" as const };
  const point = { fixes: [fix(5, 0)], captured_at: at };
  expect(positionOfRescued({ ...point, position: placed })).toBe(placed);
  expect(positionOfRescued({ ...point, position: null })).toBeNull();
  const { source, ...where } = fix(5, 0);
  expect(positionOfRescued(point)).toEqual({ ...where, position_source: source });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalsMeters, fingertipMeters, placedPosition, readDegrees, typedPosition } from "./given-position.ts";

describe("a position that a volunteer gives", () => {
  it("on the map is as inaccurate as a fingertip: half as much a zoom level", async () => {
    // 24 px at zoom 18 on the equator, where a pixel is 0.597 m.
    expect(fingertipMeters(0, 18)).toBe(14.3);
    await fc.assert(
      fc.property(fc.double({ min: -80, max: 80, noNaN: true }), fc.integer({ min: 1, max: 17 }), (latitude, zoom) => {
        const [far, near] = [fingertipMeters(latitude, zoom), fingertipMeters(latitude, zoom + 1)];
        expect(far / near).toBeCloseTo(2, 0);
        expect(placedPosition([latitude, 7], zoom)).toEqual({
          latitude,
          longitude: 7,
          accuracyMeters: far,
          fixedAtMs: null,
          source: "map",
        });
      }),
    );
  });

  it.each([
    ["38.51834", 90, { degrees: 38.51834, decimals: 5 }],
    ["－３８٫५", 90, { degrees: -38.5, decimals: 1 }],
    [" -78,4 ", 180, { degrees: -78.4, decimals: 1 }],
    ["−45°", 90, { degrees: -45, decimals: 0 }],
    ["+10.50", 90, { degrees: 10.5, decimals: 2 }],
    ["-0", 90, { degrees: 0, decimals: 0 }],
    ["90.01", 90, undefined],
    ["181", 180, undefined],
    ["1e1", 90, undefined],
    ["", 90, undefined],
    ["38 31 06", 90, undefined],
  ] as const)("%j is parsed as degrees", (text, max, read) => {
    expect(readDegrees(text, max)).toEqual(read);
  });

  it("in text is as inaccurate as its fewest decimals", () => {
    expect(typedPosition("38.51834", "-78.4")).toEqual({
      latitude: 38.51834,
      longitude: -78.4,
      accuracyMeters: decimalsMeters(1),
      fixedAtMs: null,
      source: "manual",
    });
    expect([0, 1, 2, 3, 4, 5, 12].map(decimalsMeters)).toEqual([157253.5, 15725.3, 1572.5, 157.3, 15.7, 1.6, 1]);
    expect(typedPosition("38.5", "")).toBeUndefined();
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metersBetween, metersPerDegree } from "../../../protocol/distance.ts";
import type { Position } from "../../outbox/record.ts";
import type { Fix } from "../fixes/fixes.ts";
import {
  bestFixOf,
  findBetterFix,
  isOfSpot,
  isStillOfMoment,
  isTakenNow,
  positionOf,
  staleAfterMs,
  stillThereMs,
  uncertaintyAt,
  withPosition,
} from "./moment-rules.ts";

const momentMs = 1_800_000_000_000;
const here = { latitude: 38.51834, longitude: -78.43701 };
const fix = (changes: Partial<Fix> = {}): Fix => ({
  ...here,
  accuracyMeters: 8,
  fixedAtMs: momentMs,
  isRemembered: false,
  ...changes,
});
const position = (changes: Partial<Position> = {}): Position => ({ ...positionOf(fix()), ...changes });
/** So many metres to the north. */
const north = (meters: number) => ({ latitude: here.latitude + meters / metersPerDegree });

const someFix = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  accuracyMeters: fc.double({ min: 0, max: 5_000, noNaN: true }),
  fixedAtMs: fc.integer({ min: momentMs - 600_000, max: momentMs + 600_000 }),
  isRemembered: fc.boolean(),
});
const somePosition = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  accuracyMeters: fc.option(fc.double({ min: 0, max: 5_000, noNaN: true })),
  fixedAtMs: fc.option(fc.integer({ min: momentMs - 600_000, max: momentMs + 600_000 })),
  source: fc.constantFrom("device", "exif", "map", "manual" as const),
});

describe("the fix frozen with a photo", () => {
  it("is never cached, never more than 30 s older than the photo, and the best of its moment", async () => {
    await fc.assert(
      fc.property(fc.array(someFix, { maxLength: 30 }), (fixes) => {
        const allowed = fixes.filter((each) => !each.isRemembered && momentMs - each.fixedAtMs <= 30_000);
        const best = bestFixOf(fixes, momentMs);
        expect(best === undefined).toBe(allowed.length === 0);
        if (!best) return;
        expect(allowed).toContain(best);
        for (const each of allowed) {
          expect(uncertaintyAt(best, momentMs)).toBeLessThanOrEqual(uncertaintyAt(each, momentMs));
        }
      }),
    );
  });

  it("is the rougher current one if the volunteer may have walked further than its radius since the better one", () => {
    const left = fix({ accuracyMeters: 4, fixedAtMs: momentMs - 20_000 });
    const rough = fix({ accuracyMeters: 15 });
    expect(bestFixOf([left, rough], momentMs)).toBe(rough);
    expect(bestFixOf([left, fix({ accuracyMeters: 40 })], momentMs)).toBe(left);
  });

  it("may come later if there was none: while measuring, or within half a minute once saved", async () => {
    await fc.assert(
      fc.property(someFix, fc.boolean(), (each, isSaved) => {
        const age = momentMs - each.fixedAtMs;
        const latest = isSaved ? staleAfterMs : stillThereMs;
        expect(isStillOfMoment(each, momentMs, isSaved)).toBe(!each.isRemembered && age <= 30_000 && -age <= latest);
      }),
    );
  });

  it("is not used for a photo that was taken before, or at an unknown time", () => {
    expect(isTakenNow(momentMs - 30_000, momentMs)).toBe(true);
    expect(isTakenNow(momentMs - 30_001, momentMs)).toBe(false);
    expect(isTakenNow(null, momentMs)).toBe(false);
  });
});

describe("positions of one spot", () => {
  it("are within 50 m of the photo's position, or within its radius", () => {
    const spot = position();
    expect(isOfSpot(position(north(49)), spot)).toBe(true);
    expect(isOfSpot(position(north(51)), spot)).toBe(false);
    expect(isOfSpot(position(north(51)), position({ accuracyMeters: 60 }))).toBe(true);
    expect(isOfSpot(position(north(9_000)), spot)).toBe(false);
  });

  it("are at most 50, the most accurate of the device's and all others, each once", async () => {
    await fc.assert(
      fc.property(fc.array(somePosition, { maxLength: 120 }), (incoming) => {
        const seen = incoming.reduce<readonly Position[]>(withPosition, []);
        expect(seen.length).toBe(Math.min(50, new Set(incoming.map((each) => JSON.stringify(each))).size));
        expect(withPosition(seen, seen[0] ?? position())).toEqual(seen.length === 0 ? [position()] : seen);
        const radius = (each: Position) => each.accuracyMeters ?? Number.POSITIVE_INFINITY;
        const keptWorst = Math.max(0, ...seen.filter(({ source }) => source === "device").map(radius));
        const dropped = incoming.filter((each) => !seen.some((kept) => JSON.stringify(kept) === JSON.stringify(each)));
        for (const each of dropped) {
          // What the device did not give goes only where there is nothing of the device left to go.
          if (each.source === "device") expect(radius(each)).toBeGreaterThanOrEqual(keptWorst);
          else expect(seen.every(({ source }) => source !== "device")).toBe(true);
        }
      }),
    );
  });
});

describe("a better fix", () => {
  it("is the device's, at the same spot, and better by two metres and by three tenths", async () => {
    await fc.assert(
      fc.property(somePosition, fc.array(somePosition, { maxLength: 30 }), (chosen, seen) => {
        const better = findBetterFix(chosen, seen);
        if (!better) return;
        expect(better.source).toBe("device");
        expect(["device", "exif"]).toContain(chosen.source);
        expect(isOfSpot(better, chosen)).toBe(true);
        expect(better.accuracyMeters).toBeLessThanOrEqual((chosen.accuracyMeters ?? 0) * 0.7);
        expect(better.accuracyMeters).toBeLessThanOrEqual((chosen.accuracyMeters ?? 0) - 2);
      }),
    );
    const good = position({ accuracyMeters: 4, ...north(3) });
    expect(findBetterFix(position({ accuracyMeters: 18 }), [position({ accuracyMeters: 9 }), good])).toBe(good);
    expect(findBetterFix(position({ accuracyMeters: 5 }), [good])).toBeUndefined();
    expect(findBetterFix(position({ accuracyMeters: 18, source: "map" }), [good])).toBeUndefined();
  });
});

describe("a distance", () => {
  it("is the same in both directions, and short across the 180th meridian", async () => {
    await fc.assert(
      fc.property(someFix, someFix, (one, other) => {
        expect(metersBetween(one, other)).toBeCloseTo(metersBetween(other, one), 3);
      }),
    );
    const east = { latitude: 0, longitude: 179.9999 };
    expect(metersBetween(east, { latitude: 0, longitude: -179.9999 })).toBeCloseTo(0.0002 * metersPerDegree, 3);
  });
});

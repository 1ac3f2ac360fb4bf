import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metersBetween, metersPerDegree } from "../../../protocol/distance.ts";
import { bearingDegrees, directionOf, roundedMeters } from "./way.ts";

const clearing = { latitude: 38.51834, longitude: -78.43701 };
/** So many metres in a direction in degrees. */
const moved = (meters: number, degrees: number) => {
  const turn = (degrees * Math.PI) / 180;
  const latitude = clearing.latitude + (Math.cos(turn) * meters) / metersPerDegree;
  const middle = ((clearing.latitude + latitude) / 2) * (Math.PI / 180);
  return { latitude, longitude: clearing.longitude + (Math.sin(turn) * meters) / metersPerDegree / Math.cos(middle) };
};

describe("the way to a location", () => {
  it("names the direction on a map with north up", () => {
    const names = [0, 44, 91, 135, 180, 225, 270, 315, 350].map((degrees) =>
      directionOf(bearingDegrees(clearing, moved(500, degrees))),
    );
    expect(names).toEqual(["n", "ne", "e", "se", "s", "sw", "w", "nw", "n"]);
    expect([337.4, 337.6, 359.9, 22.4, 22.6].map(directionOf)).toEqual(["nw", "n", "n", "n", "ne"]);
    expect(directionOf(bearingDegrees(clearing, clearing))).toBe("n");
    // Over the date line the shorter way.
    expect(directionOf(bearingDegrees({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }))).toBe(
      "e",
    );
  });

  it("there is the opposite of back, and following it leads there", async () => {
    await fc.assert(
      fc.property(
        fc.double({ min: 5, max: 5000, noNaN: true }),
        fc.double({ min: 0, max: 359, noNaN: true }),
        (far, at) => {
          const place = moved(far, at);
          const there = bearingDegrees(clearing, place);
          const back = bearingDegrees(place, clearing);
          expect(Math.abs(((there - back + 540) % 360) - 0)).toBeCloseTo(0, 6);
          expect(metersBetween(moved(metersBetween(clearing, place), there), place)).toBeLessThan(0.01);
        },
      ),
    );
  });

  it("rounds metres to useful steps for walkers", () => {
    expect([0, 3, 12, 52, 487, 1849].map(roundedMeters)).toEqual([0, 5, 10, 50, 490, 1800]);
  });
});

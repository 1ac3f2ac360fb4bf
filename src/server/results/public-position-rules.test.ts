import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metersBetween } from "../../protocol/distance.ts";
import { publicPosition } from "./public-position-rules.ts";

const steps = [0.001, 0.01, 0.1, 1] as const;

describe("a public position", () => {
  it("is exact, hidden or rounded", () => {
    const place = { latitude: 21.97012, longitude: -159.37018 };
    expect(publicPosition(place, 4.2, "exact")).toEqual({ ...place, uncertainty_meters: 5 });
    expect(publicPosition(place, null, "exact").uncertainty_meters).toBeNull();
    expect(publicPosition(place, 4.2, "hidden")).toEqual({ latitude: null, longitude: null, uncertainty_meters: null });
    expect(publicPosition(place, 4.2, 0.01)).toMatchObject({ latitude: 21.97, longitude: -159.37 });
    expect(publicPosition(place, 4.2, 1)).toMatchObject({ latitude: 22, longitude: -159 });
    expect(publicPosition({ latitude: -0.0001, longitude: 179.9999 }, 1, 0.001)).toMatchObject({
      latitude: 0,
      longitude: -180,
    });
  });

  it("is the same for all of a square, and its uncertainty reaches each of them with their accuracy", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...steps),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (step, latitude, longitude, accuracy) => {
          const shown = publicPosition({ latitude, longitude }, accuracy, step);
          const place = { latitude: shown.latitude ?? Number.NaN, longitude: shown.longitude ?? Number.NaN };
          expect(publicPosition(place, accuracy, step)).toEqual(shown);
          expect(metersBetween(place, { latitude, longitude }) + accuracy).toBeLessThanOrEqual(
            shown.uncertainty_meters ?? 0,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

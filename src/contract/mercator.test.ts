import { describe, expect, it } from "vitest";
import { mercatorLatitudeMax, toLatitude, toWorld } from "./mercator.ts";

describe("Web Mercator", () => {
  it.each([
    [0, 0, 0.5, 0.5],
    [0, -180, 0, 0.5],
    [mercatorLatitudeMax, 180, 1, 0],
    [-90, 0, 0.5, 1],
    [47.4, 8.5, 0.5236111, 0.350091],
  ])("projects %d, %d as tiles are cut", (latitude, longitude, x, y) => {
    const [worldX, worldY] = toWorld(longitude, latitude);
    expect(worldX).toBeCloseTo(x, 6);
    expect(worldY).toBeCloseTo(y, 6);
  });

  it("turns back into latitudes", () => {
    expect(toLatitude(toWorld(0, 38.66)[1])).toBeCloseTo(38.66, 9);
    expect(toLatitude(0)).toBeCloseTo(mercatorLatitudeMax, 9);
  });
});

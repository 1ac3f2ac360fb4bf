import { describe, expect, it } from "vitest";
import type { MapBounds } from "./map-view.ts";
import { lookOf, placeInSight } from "./use-map-look.ts";

const kauai: MapBounds = { west: -159.8, south: 21.8, east: -159.2, north: 22.3 };

it("places beyond the antimeridian are in sight where the map shows them", () => {
  const fiji = { west: 177, south: -20, east: 183, north: -15 };
  expect(placeInSight([-17.6, 179.99], fiji)).toEqual([-17.6, 179.99]);
  expect(placeInSight([-17.6, -179.99], fiji)).toEqual([-17.6, expect.closeTo(180.01)]);
  expect(placeInSight([-17.6, -159.3], fiji)).toBeUndefined();
  expect(placeInSight([21, 179.99], fiji)).toBeUndefined();
  expect(placeInSight([21, 179], { west: -183, south: 0, east: -177, north: 30 })).toEqual([21, -181]);
});

describe("what is asked for to fill a map", () => {
  it("has all that is in sight, and a margin around it", () => {
    const { bbox, zoom } = lookOf(kauai, 10) ?? { bbox: [], zoom: 0 };
    const [west = 0, south = 0, east = 0, north = 0] = bbox;
    const degreesOfMargin = (64 * 360) / (256 * 2 ** 10);
    expect(zoom).toBe(10);
    expect(west).toBeLessThanOrEqual(kauai.west - degreesOfMargin);
    expect(east).toBeGreaterThanOrEqual(kauai.east + degreesOfMargin);
    expect(south).toBeLessThan(kauai.south);
    expect(north).toBeGreaterThan(kauai.north);
    expect(east - west).toBeLessThan(kauai.east - kauai.west + 6 * degreesOfMargin);
  });

  it("stays the same while the map moves a little, and for zooms that are drawn alike", () => {
    const moved = { ...kauai, west: kauai.west + 0.002, east: kauai.east + 0.002 };
    expect(lookOf(moved, 10.3)).toEqual(lookOf(kauai, 10));
    expect(lookOf(kauai, 11)).not.toEqual(lookOf(kauai, 10));
  });

  it("crosses the antimeridian where the map does", () => {
    const [west = 0, , east = 0] = lookOf({ west: 178, south: -20, east: 182, north: -15 }, 8)?.bbox ?? [];
    expect([west > 177 && west < 178, east > -178 && east < -177]).toEqual([true, true]);
    const [left = 0, , right = 0] = lookOf({ west: -182, south: -20, east: -178, north: -15 }, 8)?.bbox ?? [];
    expect([left, right]).toEqual([west, east]);
  });

  it("ends with the world, poles included, and is nothing before the map has a size", () => {
    expect(lookOf({ west: -300, south: -85, east: 300, north: 85 }, 1)).toEqual({
      bbox: [-180, -90, 180, 90],
      zoom: 1,
    });
    expect(lookOf({ west: Number.NaN, south: 10, east: 20, north: 20 }, 8)).toBeUndefined();
  });
});

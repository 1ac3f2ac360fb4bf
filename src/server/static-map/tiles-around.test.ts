import { describe, expect, it } from "vitest";
import { requireMappable, tilesAround } from "./tiles-around.ts";

describe("Web Mercator", () => {
  it("ends short of the poles", () => {
    expect(requireMappable([85.05, 0])).toEqual([85.05, 0]);
    expect(() => requireMappable([85.06, 0])).toThrow("85.0511");
    expect(() => requireMappable([-90, 0])).toThrow("85.0511");
  });
});

describe("the tiles of a map", () => {
  it("[CALL-18] are those below it, by zoom, x and y", () => {
    const tiles = tilesAround([47.4, 8.5], 14);
    const middle = tiles.find(({ leftPx, topPx }) => leftPx <= 200 && leftPx > -56 && topPx <= 200 && topPx > -56);
    expect(middle).toMatchObject({ zoom: 14, x: 8578, y: 5735 });
    expect(tiles.length).toBeGreaterThanOrEqual(4);
    expect(tiles.length).toBeLessThanOrEqual(9);
    for (const { leftPx, topPx } of tiles) {
      expect(leftPx).toBeGreaterThan(-256);
      expect(leftPx).toBeLessThan(400);
      expect(topPx).toBeGreaterThan(-256);
      expect(topPx).toBeLessThan(400);
    }
  });

  it("wrap around the world, and end in the north", () => {
    const tiles = tilesAround([85, 179.9], 3);
    expect(new Set(tiles.map((tile) => tile.x))).toEqual(new Set([7, 0]));
    expect(tiles.every((tile) => tile.y >= 0)).toBe(true);
  });
});

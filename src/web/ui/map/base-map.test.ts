import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { toWorld } from "../../../contract/mercator.ts";
import { type BaseMap, baseMapFrom } from "./base-map-geometry.ts";
import { drawBaseMap } from "./map-tile.tsx";

async function loadWorld(): Promise<BaseMap> {
  return baseMapFrom(JSON.parse(await readFile("node_modules/world-atlas/countries-110m.json", "utf8")));
}

/** Whether a place is on land, by the even-odd rule that the canvas fills with. */
function isLand(map: BaseMap, latitude: number, longitude: number): boolean {
  const [x, y] = toWorld(longitude, latitude);
  let isInside = false;
  for (const turn of [-1, 0, 1]) {
    for (const { points } of map.land.flat()) {
      points.forEach(([x1, y1], index) => {
        const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
        if (y1 > y !== y2 > y && x < x1 + turn + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
      });
    }
  }
  return isInside;
}

describe("the built-in base map", () => {
  it("has land where land is, over the antimeridian and around the pole too", async () => {
    const map = await loadWorld();
    const land: [string, number, number][] = [
      ["Luray", 38.66, -78.46],
      ["Nairobi", -1.29, 36.82],
      ["Chukotka, west of 180", 67, 178],
      ["Chukotka, east of 180", 66.5, -175],
      ["Antarctica", -82, 100],
    ];
    const sea: [string, number, number][] = [
      ["Atlantic", 30, -40],
      ["Bering Sea", 58, 180],
      ["South Pacific", -45, -120],
      ["Arctic Ocean", 84, 0],
    ];
    for (const [name, ...place] of land) expect([name, isLand(map, ...place)]).toEqual([name, true]);
    for (const [name, ...place] of sea) expect([name, isLand(map, ...place)]).toEqual([name, false]);
  });

  it("no line leaps across the world", async () => {
    const map = await loadWorld();
    for (const { points } of [...map.land.flat(), ...map.borders]) {
      points.forEach(([x, y], index) => {
        const before = points[index - 1];
        const isOnTheEdge = y === 1 && before?.[1] === 1;
        if (before && !isOnTheEdge) expect(Math.abs(x - before[0])).toBeLessThan(0.2);
      });
    }
  });

  it("draws neighbouring tiles so that a coast goes on where it left off", () => {
    const outline = { points: [toWorld(-1, 10), toWorld(1, 10)], west: 0.49, east: 0.51, north: 0.4, south: 0.5 };
    const map: BaseMap = { land: [[outline]], borders: [] };
    const drawn = (x: number) => {
      const points: number[][] = [];
      const context = new Proxy({} as CanvasRenderingContext2D, {
        get:
          (_, name) =>
          (...values: number[]) => {
            if (name === "moveTo" || name === "lineTo") points.push(values);
          },
        set: () => true,
      });
      const colours = { water: "", land: "", coast: "", border: "", graticule: "" };
      drawBaseMap(context, { x, y: 15, zoom: 5 }, 256, colours, map);
      return points.slice(0, 2);
    };
    const [left, right] = [drawn(15), drawn(16)];
    left.forEach(([x = 0, y], index) => {
      expect(right[index]?.[0]).toBeCloseTo(x - 256, 6);
      expect(right[index]?.[1]).toBe(y);
    });
  });
});

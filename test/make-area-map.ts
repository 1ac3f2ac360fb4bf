import { toWorld } from "../src/contract/mercator.ts";
import { makeMapFile, type TileOfFile } from "./make-map-file.ts";
import { type DrawnFeature, makeVectorTile } from "./make-vector-tile.ts";

type Place = readonly [latitude: number, longitude: number];

const extent = 4096;
const degrees = 0.06;

/**
 * A map file with a wood, a lake, roads, a path and a village around a place, from zoom 8 to 15: quests elsewhere have no
 * part of it.
 */
export function makeAreaMap([latitude, longitude]: Place, village: string): Buffer {
  const at = (north: number, east: number): Place => [latitude + north * degrees, longitude + east * degrees];
  const ring = (north: number, east: number, size: number) =>
    Array.from({ length: 24 }, (_, index): Place => {
      const turn = (index / 24) * 2 * Math.PI;
      const radius = size * (1 + 0.15 * Math.sin(3 * turn));
      return at(north + radius * Math.sin(turn), east + radius * Math.cos(turn));
    });
  const box = (north: number, east: number, size: number) => [
    at(north, east),
    at(north, east + size),
    at(north - size, east + size),
    at(north - size, east),
  ];
  const layers: Record<
    string,
    { kind: DrawnFeature["kind"]; parts: Place[][]; properties: DrawnFeature["properties"] }[]
  > = {
    landuse: [{ kind: "polygon", parts: [ring(0.25, -0.1, 0.6)], properties: { kind: "wood" } }],
    water: [
      { kind: "polygon", parts: [ring(-0.05, 0.06, 0.03)], properties: { kind: "lake" } },
      { kind: "line", parts: [[at(-0.05, 0.06), at(-0.4, 0.3), at(-1, 0.2)]], properties: { kind: "river" } },
      { kind: "point", parts: [[at(-0.05, 0.06)]], properties: { name: "Mill Pond" } },
    ],
    buildings: Array.from({ length: 30 }, (_, index) => ({
      kind: "polygon" as const,
      parts: [box(-0.02 + (index % 5) * 0.008, -0.05 - Math.floor(index / 5) * 0.01, 0.004)],
      properties: {},
    })),
    roads: [
      {
        kind: "line",
        parts: [[at(-1, -0.2), at(0, -0.04), at(1, 0.1)]],
        properties: { kind: "major_road", name: "Ridge Road" },
      },
      {
        kind: "line",
        parts: [[at(0, -0.04), at(0.02, -0.5), at(0, -1)]],
        properties: { kind: "minor_road", name: "Mill Lane" },
      },
      {
        kind: "line",
        parts: [[at(0.02, -0.03), at(0.1, 0.02), at(0.3, 0), at(0.6, 0.2)]],
        properties: { kind: "path" },
      },
    ],
    places: [
      {
        kind: "point",
        parts: [[at(0, -0.06)]],
        properties: { kind: "locality", kind_detail: "village", name: village },
      },
    ],
  };
  const tiles: TileOfFile[] = [];
  const [x, y] = toWorld(longitude, latitude);
  for (let zoom = 8; zoom <= 15; zoom++) {
    const count = 2 ** zoom;
    const around = Math.ceil((degrees / 360) * count);
    for (let column = Math.floor(x * count) - around; column <= Math.floor(x * count) + around; column++) {
      for (let row = Math.floor(y * count) - around; row <= Math.floor(y * count) + around; row++) {
        if (column < 0 || row < 0 || column >= count || row >= count) continue;
        const project = ([north, east]: Place): [number, number] => {
          const [worldX, worldY] = toWorld(east, north);
          return [Math.round((worldX * count - column) * extent), Math.round((worldY * count - row) * extent)];
        };
        const drawn = Object.fromEntries(
          Object.entries(layers).map(([name, features]) => [
            name,
            features.map((feature) => ({ ...feature, parts: feature.parts.map((part) => part.map(project)) })),
          ]),
        ) as Record<string, DrawnFeature[]>;
        tiles.push({ zoom, x: column, y: row, bytes: makeVectorTile(drawn) });
      }
    }
  }
  return makeMapFile(tiles, { perLeaf: 200, metadata: { attribution: "© The testers of the map" } });
}

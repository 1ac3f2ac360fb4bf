import { feature, mesh } from "topojson-client";
import countries50Url from "world-atlas/countries-50m.json?url";
import countries110Url from "world-atlas/countries-110m.json?url";
import { toWorld, type WorldPoint } from "../../../contract/mercator.ts";

/** Natural Earth's scale: 1:110 or 1:50 million. */
export type BaseMapDetail = 110 | 50;

export type Outline = {
  points: WorldPoint[];
  west: number;
  east: number;
  north: number;
  south: number;
};

/** Projected land and borders. */
export type BaseMap = {
  /** One entry per polygon; filling its rings together keeps lakes open. */
  land: Outline[][];
  borders: Outline[];
};

type WorldAtlas = Parameters<typeof mesh>[0];

const addresses: Record<BaseMapDetail, string> = { 110: countries110Url, 50: countries50Url };
const pending = new Map<BaseMapDetail, Promise<BaseMap>>();

/** Fetches and projects the base map once. Retries after a failure. */
export function loadBaseMap(detail: BaseMapDetail): Promise<BaseMap> {
  const known = pending.get(detail);
  if (known) return known;
  const promise = fetch(addresses[detail])
    .then((response) => {
      if (!response.ok) throw new Error(`The base map answers ${response.status}`);
      return response.json() as Promise<WorldAtlas>;
    })
    .then(baseMapFrom);
  pending.set(detail, promise);
  promise.catch(() => pending.delete(detail));
  return promise;
}

export function baseMapFrom(atlas: WorldAtlas): BaseMap {
  const { land: landShape, countries } = atlas.objects;
  if (!landShape || !countries) throw new Error("The base map has no land or no countries");
  const landFeatures = feature(atlas, landShape);
  const land = ("features" in landFeatures ? landFeatures.features : [landFeatures]).flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return [geometry.coordinates];
    return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  });
  const borders = mesh(atlas, countries as Parameters<typeof mesh>[1], (one, other) => one !== other);
  return {
    land: land.map((rings) => rings.map(outlineOf)),
    borders: borders.coordinates.map(outlineOf),
  };
}

/**
 * Projects a line. At the antimeridian it continues beyond the edge of the world. A ring around the pole is closed along
 * the edge of the map.
 */
function outlineOf(coordinates: number[][]): Outline {
  const points: WorldPoint[] = [];
  let turns = 0;
  let before: number | undefined;
  for (const [longitude = 0, latitude = 0] of coordinates) {
    if (before !== undefined && Math.abs(longitude - before) > 180) turns += longitude < before ? 1 : -1;
    before = longitude;
    points.push(toWorld(longitude + 360 * turns, latitude));
  }
  const [first] = points;
  const last = points.at(-1);
  if (turns !== 0 && first && last) points.push([last[0], 1], [first[0], 1]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { points, west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

import { DomainError } from "../../contract/errors.ts";
import { staticMapPx } from "../../contract/limits.ts";
import type { Coordinates } from "../../contract/scalars.ts";

export const tilePx = 256;
/** Where Web Mercator's square world ends, in degrees north and south. */
export const mercatorLatitudeMax = 85.0511;

/** A point of the world: 0 to 1 from west to east and from north to south. */
export type WorldPoint = readonly [x: number, y: number];

/** The piece of the world that a picture shows; `left` and `top` in pixels of the whole world at that zoom. */
export type Viewport = { zoom: number; left: number; top: number; width: number; height: number };

/** @throws DomainError `validation_failed` for the poles, which no map of this kind has */
export function requireMappable([latitude, longitude]: Coordinates): Coordinates {
  if (Math.abs(latitude) > mercatorLatitudeMax) {
    const message = `A map reaches from ${-mercatorLatitudeMax} to ${mercatorLatitudeMax} degrees of latitude.`;
    throw new DomainError("validation_failed", message, [{ path: "query.coordinates.0", message }]);
  }
  return [latitude, longitude];
}

/** Web Mercator; latitudes beyond its ends fall on them. */
export function projectToWorld(latitude: number, longitude: number): WorldPoint {
  const radians = (Math.max(-mercatorLatitudeMax, Math.min(mercatorLatitudeMax, latitude)) * Math.PI) / 180;
  return [longitude / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)];
}

export function viewportAround([latitude, longitude]: Coordinates, zoom: number): Viewport {
  const worldPx = tilePx * 2 ** zoom;
  const [x, y] = projectToWorld(latitude, longitude);
  const { width, height } = staticMapPx;
  return { zoom, left: Math.round(x * worldPx) - width / 2, top: Math.round(y * worldPx) - height / 2, width, height };
}

/** One tile of a picture and where it goes; `x` is that of the world, however often the picture goes round it. */
export type PlacedTile = { x: number; y: number; zoom: number; leftPx: number; topPx: number };

/** The tiles under a picture. Beyond the north and south of the world there are none. */
export function tilesOf({ zoom, left, top, width, height }: Viewport): PlacedTile[] {
  const count = 2 ** zoom;
  const tiles: PlacedTile[] = [];
  for (let row = Math.floor(top / tilePx); row * tilePx < top + height; row++) {
    if (row < 0 || row >= count) continue;
    for (let column = Math.floor(left / tilePx); column * tilePx < left + width; column++) {
      tiles.push({
        x: ((column % count) + count) % count,
        y: row,
        zoom,
        leftPx: column * tilePx - left,
        topPx: row * tilePx - top,
      });
    }
  }
  return tiles;
}

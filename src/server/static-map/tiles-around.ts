import { type GeoProjection, geoMercator } from "d3-geo";
import { staticMapPx } from "../../contract/desk-limits.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

export const tilePx = 256;
/** The limit of Web Mercator, in degrees north and south. */
const mercatorLatitudeMax = 85.0511;

/** @throws DomainError `validation_failed` for the poles */
export function requireMappable([latitude, longitude]: Coordinates): Coordinates {
  if (Math.abs(latitude) > mercatorLatitudeMax) {
    const message = saying("refusals.validation_failed.mapLatitude", { degrees: String(mercatorLatitudeMax) });
    throw new DomainError(message, { field: "query.coordinates.0" });
  }
  return [latitude, longitude];
}

/** Web Mercator in pixels of the whole world at this zoom, from its upper left corner. */
export function mercatorAt(zoom: number): GeoProjection {
  const worldPx = tilePx * 2 ** zoom;
  return geoMercator()
    .scale(worldPx / (2 * Math.PI))
    .translate([worldPx / 2, worldPx / 2]);
}

/** A tile of Web Mercator: column from the west, row from the north. */
export type Tile = { x: number; y: number; zoom: number };

/** A tile and its position in the image. `x` wraps around the world. */
export type PlacedTile = Tile & { leftPx: number; topPx: number };

/** The tiles of an image with the place in its centre. There are none beyond north and south. */
export function tilesAround([latitude, longitude]: Coordinates, zoom: number): PlacedTile[] {
  const { width, height } = staticMapPx;
  const [x, y] = mercatorAt(zoom)([longitude, latitude]) ?? [0, 0];
  const left = Math.round(x) - width / 2;
  const top = Math.round(y) - height / 2;
  const count = 2 ** zoom;
  const tiles: PlacedTile[] = [];
  for (let row = Math.max(0, Math.floor(top / tilePx)); row < count && row * tilePx < top + height; row++) {
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

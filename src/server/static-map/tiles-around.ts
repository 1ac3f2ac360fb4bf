import { staticMapPx } from "../../contract/desk-limits.ts";
import { mercatorLatitudeMax, tilePx, toWorld, worldPxAt } from "../../contract/mercator.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** @throws DomainError `validation_failed` for the poles */
export function requireMappable([latitude, longitude]: Coordinates): Coordinates {
  if (Math.abs(latitude) > mercatorLatitudeMax) {
    const message = saying("refusals.validation_failed.mapLatitude", { degrees: mercatorLatitudeMax.toFixed(4) });
    throw new DomainError(message, { field: "query.coordinates.0" });
  }
  return [latitude, longitude];
}

/** A tile of Web Mercator: column from the west, row from the north. */
export type Tile = { x: number; y: number; zoom: number };

/** A tile and its position in the image. `x` wraps around the world. */
export type PlacedTile = Tile & { leftPx: number; topPx: number };

/** The tiles of an image with the place in its centre. There are none beyond north and south. */
export function tilesAround([latitude, longitude]: Coordinates, zoom: number): PlacedTile[] {
  const { width, height } = staticMapPx;
  const [x, y] = toWorld(longitude, latitude);
  const left = Math.round(x * worldPxAt(zoom)) - width / 2;
  const top = Math.round(y * worldPxAt(zoom)) - height / 2;
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

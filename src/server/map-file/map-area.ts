import { type MapArea, mapAreaBytesMax, mapAreaTilesMax } from "../../contract/maps.ts";
import { mappedLatitude, toWorldX, toWorldY } from "../../contract/mercator.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { metersPerDegree, radians } from "../../protocol/distance.ts";
import type { Tile } from "../static-map/tiles-around.ts";
import type { MapFile } from "./map-file.ts";

/** A walk of an hour around each place. */
const marginMeters = 4_000;
/** From here on, phones enlarge the tiles before. */
const zoomMax = 16;

/** The tiles that a phone saves for these places: all zooms that the file has, up to the one that would be too much. */
export async function findAreaTiles(
  file: MapFile,
  places: readonly Coordinates[],
): Promise<Pick<MapArea, "tiles" | "size_bytes">> {
  const tiles: MapArea["tiles"] = [];
  let sizeBytes = 0;
  for (let zoom = file.zooms.min; zoom <= Math.min(file.zooms.max, zoomMax); zoom++) {
    const wanted = tilesNear(places, zoom);
    if (tiles.length + wanted.length > mapAreaTilesMax) break;
    const found = await sizesOf(file, wanted);
    const more = found.reduce((sum, { bytes }) => sum + bytes, 0);
    if (sizeBytes + more > mapAreaBytesMax) break;
    sizeBytes += more;
    tiles.push(...found.map(({ tile: { x, y } }) => ({ z: zoom, x, y })));
  }
  return { tiles, size_bytes: sizeBytes };
}

async function sizesOf(file: MapFile, tiles: readonly Tile[]): Promise<{ tile: Tile; bytes: number }[]> {
  const found: { tile: Tile; bytes: number }[] = [];
  for (const tile of tiles) {
    const bytes = await file.sizeOf(tile);
    if (bytes !== undefined) found.push({ tile, bytes });
  }
  return found;
}

/** All tiles with a part within the margin of a place; one more than a phone saves at most. */
function tilesNear(places: readonly Coordinates[], zoom: number): Tile[] {
  const count = 2 ** zoom;
  const rowOf = (latitude: number) => Math.max(0, Math.min(count - 1, Math.floor(toWorldY(latitude) * count)));
  const tiles = new Map<string, Tile>();
  for (const [latitude, longitude] of places) {
    const up = marginMeters / metersPerDegree;
    const aside = Math.min(180, up / Math.cos(radians(mappedLatitude(latitude))));
    const [top, bottom] = [rowOf(latitude + up), rowOf(latitude - up)];
    // May be beyond the antimeridian.
    const column = (degrees: number) => Math.floor(toWorldX(degrees) * count);
    for (let x = column(longitude - aside); x <= column(longitude + aside); x++) {
      for (let y = top; y <= bottom; y++) {
        const tile = { x: ((x % count) + count) % count, y, zoom };
        tiles.set(`${tile.x}/${y}`, tile);
        if (tiles.size > mapAreaTilesMax) return [...tiles.values()];
      }
    }
  }
  return [...tiles.values()];
}

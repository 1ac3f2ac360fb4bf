import type { Tile } from "../static-map/tiles-around.ts";

/** The number of a tile in a PMTiles file: all lower zooms first, then along a Hilbert curve. */
export function tileId({ x, y, zoom }: Tile): number {
  let id = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let level = zoom - 1; level >= 0; level--) {
    const half = 2 ** level;
    const right = Math.floor(column / half) % 2;
    const lower = Math.floor(row / half) % 2;
    id += half * half * (right ? 3 - lower : lower);
    [column, row] = [column % half, row % half];
    if (lower === 0) {
      if (right) [column, row] = [half - 1 - column, half - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}

import { mapSpotsMax } from "../../contract/limits.ts";
import type { MapCluster } from "../../contract/map-clusters.ts";
import { toWorldX, toWorldY } from "../../contract/mercator.ts";
import { type Box, splitAtDateLine } from "../evidence/boxes.ts";
import { CellCounts } from "./cell-counts.ts";
import { type CountedCell, joinOverlapping } from "./join-overlapping.ts";
import { cellSideOf, screenZoom } from "./map-box.ts";

type Shown<Marker> = {
  /** Only these; undefined for all. */
  rows?: Int32Array | undefined;
  isWanted?: (row: number) => boolean;
  /** What a map shows of a single one. */
  markerOf: (row: number, coordinates: [latitude: number, longitude: number]) => Marker;
  /** Deeper levels have no clusters, even for equal places. */
  maxClusterZoom: number;
};

const isAny = () => true;

/** Places in columns of numbers, clustered for one view of a map. */
export class PlacesInColumns {
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;
  readonly #worldYs: Float64Array;

  constructor(latitudes: Float64Array, longitudes: Float64Array) {
    this.#latitudes = latitudes;
    this.#longitudes = longitudes;
    this.#worldYs = latitudes.map(toWorldY);
  }

  get length(): number {
    return this.#latitudes.length;
  }

  /** The spots for a box: at most `mapSpotsMax`, clustered as further out if necessary. */
  spotsIn<Marker>(box: Box, zoom: number, shown: Shown<Marker>): (Marker | MapCluster)[] {
    const markerOf = (row: number) =>
      shown.markerOf(row, [this.#latitudes[row] as number, this.#longitudes[row] as number]);
    const parts = splitAtDateLine(box).map((part) => ({ part, rows: this.#rowsIn(part, shown) }));
    const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
    let level = screenZoom(box, zoom);
    if (level > shown.maxClusterZoom && count <= mapSpotsMax) {
      return parts.flatMap(({ rows }) => Array.from(rows, markerOf));
    }
    level = Math.min(level, shown.maxClusterZoom);
    while (true) {
      const cellSide = cellSideOf(box, level);
      const cells = parts.flatMap(({ part, rows }) => this.#countByCell(rows, part, cellSide, markerOf));
      const spots = joinOverlapping(cells, level);
      if (spots.length <= mapSpotsMax || level === 0) return spots;
      level--;
    }
  }

  #rowsIn({ west, south, east, north }: Box, { rows: chosen, isWanted = isAny }: Shown<unknown>): Int32Array {
    const [latitudes, longitudes] = [this.#latitudes, this.#longitudes];
    const candidates = chosen?.length ?? latitudes.length;
    const rows = new Int32Array(candidates);
    let found = 0;
    for (let candidate = 0; candidate < candidates; candidate++) {
      const row = chosen ? (chosen[candidate] as number) : candidate;
      const latitude = latitudes[row] as number;
      const longitude = longitudes[row] as number;
      if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
      if (isWanted(row)) rows[found++] = row;
    }
    return rows.subarray(0, found);
  }

  /** The box must not cross the date line. */
  #countByCell<Marker>(
    rows: Int32Array,
    box: Box,
    cellSide: number,
    markerOf: (row: number) => Marker,
  ): CountedCell<Marker>[] {
    if (rows.length === 0) return [];
    const columnOf = (longitude: number) => Math.floor(toWorldX(longitude) / cellSide);
    const lineOf = (worldY: number) => Math.floor(worldY / cellSide);
    const firstColumn = columnOf(box.west);
    const firstLine = lineOf(toWorldY(box.north));
    const columns = columnOf(box.east) - firstColumn + 1;
    const counts = new CellCounts(columns * (lineOf(toWorldY(box.south)) - firstLine + 1));
    for (const row of rows) {
      const longitude = this.#longitudes[row] as number;
      const line = lineOf(this.#worldYs[row] as number) - firstLine;
      counts.add(line * columns + columnOf(longitude) - firstColumn, row, this.#latitudes[row] as number, longitude);
    }
    return counts.cells(markerOf);
  }
}

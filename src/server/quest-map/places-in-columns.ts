import Supercluster from "supercluster";
import { mapSpotsMax } from "../../contract/limits.ts";
import type { MapCluster } from "../../contract/map-clusters.ts";
import { tilePx, toWorldX, toWorldY, worldPxAt } from "../../contract/mercator.ts";
import { type Box, splitAtDateLine } from "../evidence/boxes.ts";

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

/** Width and height at that zoom, in pixels; west exceeds east if the box crosses the date line. */
function sizeOf({ west, south, east, north }: Box, zoom: number): { widthPx: number; heightPx: number } {
  const degrees = west <= east ? east - west : east - west + 360;
  const height = Math.max(0, toWorldY(south) - toWorldY(north));
  return { widthPx: (degrees / 360) * worldPxAt(zoom), heightPx: height * worldPxAt(zoom) };
}

/** The side of the largest screens; larger boxes are shown as from further out. */
const boxSidePxMax = 4096;

/** The deepest zoom, up to `zoom`, at which the box fits a screen. */
function screenZoom(box: Box, zoom: number): number {
  let fitting = zoom;
  while (fitting > 0) {
    const { widthPx, heightPx } = sizeOf(box, fitting);
    if (Math.max(widthPx, heightPx) <= boxSidePxMax) break;
    fitting--;
  }
  return fitting;
}

/** Half the width of a marker: quests within it would overlap anyway. */
const cellPx = 26;
const cellsMax = 2_000;

/** The side of the cells at that zoom, as a fraction of the world's width. */
function cellSideOf(box: Box, zoom: number): number {
  const { widthPx, heightPx } = sizeOf(box, zoom);
  let sidePx = cellPx;
  while ((widthPx / sidePx + 2) * (heightPx / sidePx + 1) > cellsMax) sidePx *= 1.25;
  return sidePx / worldPxAt(zoom);
}

/** Counts by cell in typed arrays: objects take three times as long. */
class CellCounts {
  readonly #counts: Int32Array;
  readonly #firstRows: Int32Array;
  /** Per cell: west, south, east, north, and the sums of latitudes and longitudes. */
  readonly #figures: Float64Array;

  constructor(cellCount: number) {
    this.#counts = new Int32Array(cellCount);
    this.#firstRows = new Int32Array(cellCount);
    this.#figures = new Float64Array(cellCount * 6);
  }

  add(cell: number, row: number, latitude: number, longitude: number): void {
    const figures = this.#figures;
    const at = cell * 6;
    if (this.#counts[cell] === 0) {
      this.#firstRows[cell] = row;
      figures[at] = figures[at + 2] = longitude;
      figures[at + 1] = figures[at + 3] = latitude;
    } else {
      figures[at] = Math.min(figures[at] as number, longitude);
      figures[at + 1] = Math.min(figures[at + 1] as number, latitude);
      figures[at + 2] = Math.max(figures[at + 2] as number, longitude);
      figures[at + 3] = Math.max(figures[at + 3] as number, latitude);
    }
    figures[at + 4] = (figures[at + 4] as number) + latitude;
    figures[at + 5] = (figures[at + 5] as number) + longitude;
    this.#counts[cell] = (this.#counts[cell] as number) + 1;
  }

  cells<Marker>(markerOf: (row: number) => Marker): CountedCell<Marker>[] {
    const cells: CountedCell<Marker>[] = [];
    for (const [cell, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const [west = 0, south = 0, east = 0, north = 0, latitudes = 0, longitudes = 0] = this.#figures.subarray(
        cell * 6,
        cell * 6 + 6,
      );
      const box = { west, south, east, north };
      const middle = { latitude: latitudes / count, longitude: longitudes / count, count, box };
      cells.push(count === 1 ? { ...middle, marker: markerOf(this.#firstRows[cell] as number) } : middle);
    }
    return cells;
  }
}

/** What is in a cell, at its average position, or a single marker. */
type CountedCell<Marker> = { latitude: number; longitude: number; count: number; box: Box; marker?: Marker };

type Joined = Box & { count: number };

/** Pixels; markers are 50 wide. */
const overlapPx = 52;

/** Joins cells until no markers overlap at that zoom. */
function joinOverlapping<Marker>(cells: readonly CountedCell<Marker>[], zoom: number): (Marker | MapCluster)[] {
  const index = new Supercluster<CountedCell<Marker>, Joined>({
    radius: overlapPx,
    extent: tilePx,
    minZoom: zoom,
    maxZoom: zoom,
    map: ({ count, box }) => ({ count, ...box }),
    reduce: (all, { count, west, south, east, north }) => {
      all.count += count;
      all.west = Math.min(all.west, west);
      all.south = Math.min(all.south, south);
      all.east = Math.max(all.east, east);
      all.north = Math.max(all.north, north);
    },
  });
  index.load(
    cells.map((cell) => ({
      type: "Feature",
      // GeoJSON has the longitude first.
      geometry: { type: "Point", coordinates: [cell.longitude, cell.latitude] },
      properties: cell,
    })),
  );
  return index.getClusters([-180, -90, 180, 90], zoom).map(({ geometry, properties }) => {
    if (!("cluster" in properties)) return properties.marker ?? clusterOf(properties, properties.box, zoom);
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return clusterOf({ latitude, longitude, count: properties.count }, properties, zoom);
  });
}

type Middle = { latitude: number; longitude: number; count: number };

function clusterOf({ latitude, longitude, count }: Middle, box: Box, zoom: number): MapCluster {
  const round = rounding(zoom);
  return {
    coordinates: [round(latitude), round(longitude)],
    count,
    // Rounded outwards to contain all.
    box: [
      Math.max(-180, round(box.west, Math.floor)),
      Math.max(-90, round(box.south, Math.floor)),
      Math.min(180, round(box.east, Math.ceil)),
      Math.min(90, round(box.north, Math.ceil)),
    ],
  };
}

/** Rounded to at most a tenth of a pixel, which makes answers shorter. */
function rounding(zoom: number) {
  const perDegree = 10 ** (Math.ceil(Math.log10(worldPxAt(zoom) / 360)) + 1);
  return (degrees: number, to: (value: number) => number = Math.round) => to(degrees * perDegree) / perDegree;
}

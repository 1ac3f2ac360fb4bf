import type { CountedCell } from "./join-overlapping.ts";

/** Counts by cell in typed arrays: objects take three times as long. */
export class CellCounts {
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

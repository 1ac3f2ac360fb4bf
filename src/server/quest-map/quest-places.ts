import { type QuestStatus, type QuestType, questStatuses, questTypes } from "../../contract/enums.ts";
import { questSpotsMax } from "../../contract/limits.ts";
import type { QuestMarker, QuestSpot } from "../../contract/quests.ts";
import { type Box, splitAtDateLine } from "../evidence/distance.ts";
import { CellCounts } from "./cell-counts.ts";
import { type CountedCell, joinOverlapping } from "./join-overlapping.ts";
import { cellSideOf, screenZoom, toWorldY } from "./map-box.ts";

export type QuestPlace = Omit<QuestMarker, "coordinates"> & {
  quest_status: QuestStatus;
  latitude: number;
  longitude: number;
};

export type PlaceFilter = {
  type?: QuestType | undefined;
  status?: QuestStatus | undefined;
  /** The result of `rowsOf`; undefined without a search. */
  rows?: Int32Array | undefined;
};

/** Deeper levels have no clusters, even for quests at the same location. */
const maxClusterZoom = 16;

/** All quests in columns of numbers: filtering 100,000 for one view takes about 3 ms. */
export class QuestPlaces {
  readonly #ids: Int32Array;
  readonly #names: string[];
  readonly #types: Uint8Array;
  readonly #statuses: Uint8Array;
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;
  readonly #worldYs: Float64Array;

  /** @param places by ascending id */
  constructor(places: readonly QuestPlace[]) {
    this.#ids = Int32Array.from(places, ({ id }) => id);
    this.#names = places.map(({ quest_name }) => quest_name);
    this.#types = Uint8Array.from(places, ({ quest_type }) => questTypes.indexOf(quest_type));
    this.#statuses = Uint8Array.from(places, ({ quest_status }) => questStatuses.indexOf(quest_status));
    this.#latitudes = Float64Array.from(places, ({ latitude }) => latitude);
    this.#longitudes = Float64Array.from(places, ({ longitude }) => longitude);
    this.#worldYs = this.#latitudes.map(toWorldY);
  }

  /** The rows of ascending ids; unknown ids are left out. */
  rowsOf(ids: readonly number[]): Int32Array {
    const rows: number[] = [];
    let row = 0;
    for (const id of ids) {
      while (row < this.#ids.length && (this.#ids[row] as number) < id) row++;
      if (this.#ids[row] === id) rows.push(row);
    }
    return Int32Array.from(rows);
  }

  /** The spots for a box: at most `questSpotsMax`, clustered as further out if necessary. */
  spotsIn(box: Box, zoom: number, filter: PlaceFilter = {}): QuestSpot[] {
    const parts = splitAtDateLine(box).map((part) => ({ part, rows: this.#rowsIn(part, filter) }));
    const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
    let level = screenZoom(box, zoom);
    if (level > maxClusterZoom && count <= questSpotsMax) {
      return parts.flatMap(({ rows }) => Array.from(rows, (row) => this.#markerOf(row)));
    }
    level = Math.min(level, maxClusterZoom);
    while (true) {
      const cellSide = cellSideOf(box, level);
      const cells = parts.flatMap(({ part, rows }) => this.#countByCell(rows, part, cellSide));
      const spots = joinOverlapping(cells, level);
      if (spots.length <= questSpotsMax || level === 0) return spots;
      level--;
    }
  }

  #rowsIn({ west, south, east, north }: Box, { type, status, rows: hits }: PlaceFilter): Int32Array {
    const [latitudes, longitudes, types, statuses] = [this.#latitudes, this.#longitudes, this.#types, this.#statuses];
    const wantedType = type === undefined ? -1 : questTypes.indexOf(type);
    const wantedStatus = status === undefined ? -1 : questStatuses.indexOf(status);
    const candidates = hits?.length ?? this.#ids.length;
    const rows = new Int32Array(candidates);
    let found = 0;
    for (let candidate = 0; candidate < candidates; candidate++) {
      const row = hits ? (hits[candidate] as number) : candidate;
      if (wantedType >= 0 && types[row] !== wantedType) continue;
      if (wantedStatus >= 0 && statuses[row] !== wantedStatus) continue;
      const latitude = latitudes[row] as number;
      const longitude = longitudes[row] as number;
      if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
      rows[found++] = row;
    }
    return rows.subarray(0, found);
  }

  /** The box must not cross the date line. */
  #countByCell(rows: Int32Array, box: Box, cellSide: number): CountedCell[] {
    if (rows.length === 0) return [];
    const columnOf = (longitude: number) => Math.floor((longitude + 180) / 360 / cellSide);
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
    return counts.cells((row) => this.#markerOf(row));
  }

  #markerOf(row: number): QuestMarker {
    return {
      id: this.#ids[row] as number,
      quest_name: this.#names[row] as string,
      quest_type: questTypes[this.#types[row] as number] as QuestType,
      coordinates: [this.#latitudes[row] as number, this.#longitudes[row] as number],
    };
  }
}

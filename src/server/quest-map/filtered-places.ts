import { type QuestStatus, type QuestType, questStatuses, questTypes } from "../../contract/enums.ts";
import { questSpotsMax } from "../../contract/limits.ts";
import type { QuestMarker, QuestSpot } from "../../contract/quests.ts";
import { type Box, splitAtDateLine } from "../quests/boxes-around.ts";
import { cellSideOf, toWorldY } from "./map-box.ts";
import { type CountedPlace, maxClusterZoom, PlaceClusters, placeOf, screenZoom } from "./place-clusters.ts";
import type { MapQuest } from "./quest-map-queries.ts";

/** `words` as `searchWords` reads them, with a space between. */
export type PlaceFilter = { words: string; type?: QuestType | undefined; status?: QuestStatus | undefined };

/** Of all searches together; the search that was asked for longest ago is forgotten first. Each hit takes 4 bytes. */
const kept = { hitsMax: 4_000_000, searchesMax: 1_000 };

/** All quests as columns of plain numbers: to look through 100,000 of them for one view takes a millisecond or two. */
export class FilteredPlaces {
  readonly #markers: readonly QuestMarker[];
  readonly #ids: Int32Array;
  readonly #longitudes: Float64Array;
  readonly #latitudes: Float64Array;
  readonly #worldYs: Float64Array;
  readonly #types: Uint8Array;
  readonly #statuses: Uint8Array;
  /** Of each search, which quests it finds: their rows in the columns. */
  readonly #hits = new Map<string, Int32Array>();
  #keptHits = 0;

  readonly #kept: typeof kept;

  /** Quests by their ids, ascending. */
  constructor(quests: readonly MapQuest[], limits = kept) {
    this.#kept = limits;
    this.#markers = quests.map(({ marker }) => marker);
    this.#ids = Int32Array.from(this.#markers, ({ id }) => id);
    this.#latitudes = Float64Array.from(this.#markers, ({ coordinates }) => coordinates[0]);
    this.#longitudes = Float64Array.from(this.#markers, ({ coordinates }) => coordinates[1]);
    this.#worldYs = this.#latitudes.map(toWorldY);
    this.#types = Uint8Array.from(this.#markers, ({ quest_type }) => questTypes.indexOf(quest_type));
    this.#statuses = Uint8Array.from(quests, ({ status }) => questStatuses.indexOf(status));
  }

  /** What `words` find: ids with commas between. Those of quests that came since are left out. */
  keepHits(words: string, ids: string): void {
    this.#forget(words);
    const rows = Int32Array.from(ids === "" ? [] : ids.split(","), (id) => rowOf(this.#ids, Number(id)));
    const hits = rows.filter((row) => row >= 0).sort();
    this.#hits.set(words, hits);
    this.#keptHits += hits.length;
    const { hitsMax, searchesMax } = this.#kept;
    for (const oldest of this.#hits.keys()) {
      if (oldest === words || (this.#keptHits <= hitsMax && this.#hits.size <= searchesMax)) break;
      this.#forget(oldest);
    }
  }

  /** What a map of that box shows, at most `questSpotsMax` spots; undefined where nobody said yet what the words find. */
  spotsIn(filter: PlaceFilter, box: Box, zoom: number): QuestSpot[] | undefined {
    const hits = this.#hitsOf(filter.words);
    if (filter.words !== "" && !hits) return undefined;
    const parts = splitAtDateLine(box).map((part) => ({ part, rows: this.#rowsIn(part, filter, hits) }));
    const level = Math.min(screenZoom(box, zoom), maxClusterZoom);
    const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
    if (screenZoom(box, zoom) > maxClusterZoom && count <= questSpotsMax) {
      return parts.flatMap(({ rows }) => Array.from(rows, (row) => this.#markerOf(row)));
    }
    const cellSide = cellSideOf(box, level);
    const cells = parts.flatMap(({ part, rows }) => this.#countByCell(rows, part, cellSide));
    return new PlaceClusters(cells, { maxZoom: level }).spotsIn(box, level);
  }

  #hitsOf(words: string): Int32Array | undefined {
    const hits = this.#hits.get(words);
    if (hits) {
      this.#hits.delete(words);
      this.#hits.set(words, hits);
    }
    return hits;
  }

  #forget(words: string): void {
    this.#keptHits -= this.#hits.get(words)?.length ?? 0;
    this.#hits.delete(words);
  }

  #rowsIn({ west, south, east, north }: Box, { type, status }: PlaceFilter, hits: Int32Array | undefined): Int32Array {
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

  /** The box may not lie across the date line. */
  #countByCell(rows: Int32Array, box: Box, cellSide: number): CountedPlace[] {
    const columnOf = (longitude: number) => Math.floor((longitude + 180) / 360 / cellSide);
    const lineOf = (worldY: number) => Math.floor(worldY / cellSide);
    const firstColumn = columnOf(box.west);
    const firstLine = lineOf(toWorldY(box.north));
    const columns = columnOf(box.east) - firstColumn + 1;
    const cells = new Cells(columns * (lineOf(toWorldY(box.south)) - firstLine + 1));
    for (const row of rows) {
      const longitude = this.#longitudes[row] as number;
      const line = lineOf(this.#worldYs[row] as number) - firstLine;
      cells.add(line * columns + columnOf(longitude) - firstColumn, row, this.#latitudes[row] as number, longitude);
    }
    return cells.places((row) => this.#markerOf(row));
  }

  #markerOf(row: number): QuestMarker {
    return this.#markers[row] as QuestMarker;
  }
}

/** Columns again: a Map of objects takes ten times as long. */
class Cells {
  readonly #counts: Int32Array;
  readonly #rows: Int32Array;
  /** Of each cell west, south, east, north, and the sums of latitudes and longitudes. */
  readonly #figures: Float64Array;

  constructor(count: number) {
    this.#counts = new Int32Array(count);
    this.#rows = new Int32Array(count);
    this.#figures = new Float64Array(count * 6);
  }

  add(cell: number, row: number, latitude: number, longitude: number): void {
    const figures = this.#figures;
    const at = cell * 6;
    if (this.#counts[cell] === 0) {
      this.#rows[cell] = row;
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

  places(markerOf: (row: number) => QuestMarker): CountedPlace[] {
    const places: CountedPlace[] = [];
    for (const [cell, count] of this.#counts.entries()) {
      if (count === 1) places.push(placeOf(markerOf(this.#rows[cell] as number)));
      if (count < 2) continue;
      const [west = 0, south = 0, east = 0, north = 0, latitudes = 0, longitudes = 0] = this.#figures.subarray(
        cell * 6,
        cell * 6 + 6,
      );
      places.push({ coordinates: [latitudes / count, longitudes / count], count, west, south, east, north });
    }
    return places;
  }
}

/** Where an id stands among those that ascend; -1 where it does not. */
function rowOf(ids: Int32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = ids[middle] as number;
    if (there === id) return middle;
    if (there < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

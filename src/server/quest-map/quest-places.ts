import { type QuestStatus, type QuestType, questStatuses, questTypes } from "../../contract/enums.ts";
import type { QuestMarker, QuestSpot } from "../../contract/quests.ts";
import type { Box } from "../evidence/boxes.ts";
import { PlacesInColumns } from "./places-in-columns.ts";

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
  /** By row; most quests have none. */
  readonly #translations = new Map<number, Pick<QuestMarker, "language" | "translations">>();
  readonly #types: Uint8Array;
  readonly #statuses: Uint8Array;
  readonly #places: PlacesInColumns;

  /** @param places by ascending id */
  constructor(places: readonly QuestPlace[]) {
    this.#ids = Int32Array.from(places, ({ id }) => id);
    this.#names = places.map(({ quest_name }) => quest_name);
    for (const [row, { language, translations }] of places.entries()) {
      if (Object.keys(translations ?? {}).length > 0) this.#translations.set(row, { language, translations });
    }
    this.#types = Uint8Array.from(places, ({ quest_type }) => questTypes.indexOf(quest_type));
    this.#statuses = Uint8Array.from(places, ({ quest_status }) => questStatuses.indexOf(quest_status));
    this.#places = new PlacesInColumns(
      Float64Array.from(places, ({ latitude }) => latitude),
      Float64Array.from(places, ({ longitude }) => longitude),
    );
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

  /** The spots for a box: at most `mapSpotsMax`, clustered as further out if necessary. */
  spotsIn(box: Box, zoom: number, { type, status, rows }: PlaceFilter = {}): QuestSpot[] {
    const [types, statuses] = [this.#types, this.#statuses];
    const wantedType = type === undefined ? -1 : questTypes.indexOf(type);
    const wantedStatus = status === undefined ? -1 : questStatuses.indexOf(status);
    return this.#places.spotsIn(box, zoom, {
      rows,
      isWanted: (row) =>
        (wantedType < 0 || types[row] === wantedType) && (wantedStatus < 0 || statuses[row] === wantedStatus),
      markerOf: (row, coordinates): QuestMarker => ({
        id: this.#ids[row] as number,
        quest_name: this.#names[row] as string,
        ...this.#translations.get(row),
        quest_type: questTypes[this.#types[row] as number] as QuestType,
        coordinates,
      }),
      maxClusterZoom,
    });
  }
}

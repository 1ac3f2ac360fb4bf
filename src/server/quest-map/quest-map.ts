import { LRUCache } from "lru-cache";
import type { QuestSpot } from "../../contract/quests.ts";
import { searchWords } from "../../protocol/search-text.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { Box } from "../evidence/boxes.ts";
import { KeptNewest } from "./kept-newest.ts";
import { findHits, findVersion, type MapFilter, type MapVersion, readPlaces } from "./quest-map-queries.ts";
import type { QuestPlaces } from "./quest-places.ts";

export type QuestMapOptions = {
  db: Db;
  logger: DatabaseLogger;
  /** How long the version isn't checked again: the delay of changes. */
  lookEveryMs?: number;
  /** Quests are read again after a pause of this many times the duration of the last reading. */
  restTimes?: number;
};

/** Runs a database search within its limits. */
type Search = <T>(work: () => Promise<T>) => Promise<T>;

/** `spots` calls `search` only if it needs the database. */
export type MapAnswer = { version: MapVersion; spots: (search?: Search) => Promise<QuestSpot[]> };

const atOnce: Search = (work) => work();

type KeptQuests = {
  places: QuestPlaces;
  /** Matching rows by search words; 4 bytes each. */
  hits: LRUCache<string, Int32Array>;
};

/** The quests of the map, in memory: they are read at the first request, and again after changes. */
export class QuestMap {
  readonly #db: Db;
  readonly #kept: KeptNewest<KeptQuests>;

  constructor({ db, ...options }: QuestMapOptions) {
    this.#db = db;
    this.#kept = new KeptNewest({
      findVersion: () => findVersion(db),
      read: async () => {
        const { version, places } = await readPlaces(db);
        const hits = new LRUCache<string, Int32Array>({
          maxSize: 4_000_000,
          sizeCalculation: (rows) => rows.length + 1,
        });
        return { version, content: { places, hits } };
      },
      failure: "the quests could not be read for the map",
      lookEveryMs: 1_000,
      restTimes: 10,
      ...options,
    });
  }

  /** Returns the version before looking for spots. */
  async answer(filter: MapFilter, box: Box, zoom: number): Promise<MapAnswer> {
    const { version, content } = await this.#kept.find();
    return { version, spots: (search = atOnce) => this.#spotsOf(content, filter, { box, zoom, search }) };
  }

  async #spotsOf(
    kept: KeptQuests,
    { q = "", type, status }: MapFilter,
    { box, zoom, search }: { box: Box; zoom: number; search: Search },
  ): Promise<QuestSpot[]> {
    const words = searchWords(q).join(" ");
    const rows = words === "" ? undefined : await this.#rowsOf(kept, words, search);
    return kept.places.spotsIn(box, zoom, { type, status, rows });
  }

  /** Searches the database once per query and version. */
  async #rowsOf({ hits, places }: KeptQuests, words: string, search: Search): Promise<Int32Array> {
    const known = hits.get(words);
    if (known) return known;
    return search(async () => {
      // An earlier request may have found it meanwhile.
      const meanwhile = hits.get(words);
      if (meanwhile) return meanwhile;
      const rows = places.rowsOf(await findHits(this.#db, words));
      hits.set(words, rows);
      return rows;
    });
  }
}

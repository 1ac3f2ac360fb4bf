import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { QuestSpot } from "../../contract/quests.ts";
import { searchWords } from "../../protocol/search-text.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { Box } from "../evidence/distance.ts";
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

/** If reading is faster than this, requests wait for the newest quests. */
const quickMs = 100;
const restMsMax = 8_000;
/** Older states are never shown, because quests may have become drafts. */
const behindMsMax = 15_000;

/** Runs a database search within its limits. */
type Search = <T>(work: () => Promise<T>) => Promise<T>;

/** `spots` calls `search` only if it needs the database. */
export type MapAnswer = { version: MapVersion; spots: (search?: Search) => Promise<QuestSpot[]> };

const atOnce: Search = (work) => work();

class KeptQuests {
  readonly readAtMs = Date.now();
  newestAtMs = this.readAtMs;
  /** Matching rows by search words; 4 bytes each. */
  readonly hits = new LRUCache<string, Int32Array>({ maxSize: 4_000_000, sizeCalculation: (rows) => rows.length + 1 });

  constructor(
    readonly version: MapVersion,
    readonly places: QuestPlaces,
    readonly readMs: number,
  ) {}
}

/** The quests of the map, in memory: they are read at the first request, and again after changes. */
export class QuestMap {
  readonly #options: Required<QuestMapOptions>;
  #look: { atMs: number; version: Promise<MapVersion> } | undefined;
  #kept: KeptQuests | undefined;
  #reading: Promise<KeptQuests> | undefined;

  constructor(options: QuestMapOptions) {
    this.#options = { lookEveryMs: 1_000, restTimes: 10, ...options };
  }

  /** Returns the version before looking for spots. */
  async answer(filter: MapFilter, box: Box, zoom: number): Promise<MapAnswer> {
    const kept = await this.#findKept();
    return { version: kept.version, spots: (search = atOnce) => this.#spotsOf(kept, filter, { box, zoom, search }) };
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
      const rows = places.rowsOf(await findHits(this.#options.db, words));
      hits.set(words, rows);
      return rows;
    });
  }

  /** The newest quests, or for a moment the former ones if reading takes long. */
  async #findKept(): Promise<KeptQuests> {
    const version = await this.#lookNow();
    const kept = this.#kept;
    if (kept?.version === version) {
      kept.newestAtMs = Date.now();
      return kept;
    }
    this.#reading ??= this.#read(kept);
    const mayBeShown = kept && kept.readMs > quickMs && Date.now() - kept.newestAtMs < behindMsMax;
    return mayBeShown ? kept : this.#reading;
  }

  #lookNow(): Promise<MapVersion> {
    const { db, lookEveryMs } = this.#options;
    if (!this.#look || Date.now() - this.#look.atMs >= lookEveryMs) {
      const look = { atMs: Date.now(), version: findVersion(db) };
      this.#look = look;
      look.version.catch(() => {
        if (this.#look === look) this.#look = undefined;
      });
    }
    return this.#look.version;
  }

  #read(former: KeptQuests | undefined): Promise<KeptQuests> {
    const { db, logger, restTimes } = this.#options;
    const read = async () => {
      const restMs = former ? former.readAtMs + Math.min(restTimes * former.readMs, restMsMax) - Date.now() : 0;
      if (restMs > 0) await wait(restMs, undefined, { ref: false });
      const startedAt = performance.now();
      const { version, places } = await readPlaces(db);
      this.#kept = new KeptQuests(version, places, performance.now() - startedAt);
      return this.#kept;
    };
    const reading = read().finally(() => {
      this.#reading = undefined;
    });
    // Waiting requests get the error as well.
    reading.catch((error: unknown) => logger.error({ err: error }, "the quests could not be read for the map"));
    return reading;
  }
}

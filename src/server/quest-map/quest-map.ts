import type { QuestSpot } from "../../contract/quests.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { Box } from "../quests/boxes-around.ts";
import { searchWords } from "../quests/quest-rules.ts";
import { Clusterer, ThreadError } from "./clusterer.ts";
import { findHits, findSpots, lookAtQuests, type MapFilter, type MapVersion } from "./quest-map-queries.ts";

export type QuestMapOptions = {
  db: Db;
  /** Of the same database, for the thread. */
  connectionString: string;
  logger: DatabaseLogger;
  /** From so many quests on a thread keeps them sorted. The database counts fewer in a few milliseconds. */
  many?: number;
  /** How long a version is taken for the newest: changes of other processes are seen that late. */
  lookEveryMs?: number;
  /** Between the end of one loading and the next, however often quests change. */
  loadPauseMs?: number;
  startClusterer?: (connectionString: string) => Clusterer;
};

/** What was last known to be the newest longer ago is not shown any more: quests that became drafts are gone by then. */
const behindMsMax = 15_000;

/** How work of the database's is let in: it looks through many quests. */
type Search = <T>(work: () => Promise<T>) => Promise<T>;

/** `spots` asks for `search` only where the database is needed. */
export type MapAnswer = { version: MapVersion; spots: (search?: Search) => Promise<QuestSpot[]> };

const atOnce: Search = (work) => work();

/**
 * The quests as a map shows them, answered by a thread that has all of them ready for it, which is loaded when somebody first
 * asks, and anew after changes; until it is there, the database counts. What words find the database tells the thread once.
 */
export class QuestMap {
  readonly #options: Required<QuestMapOptions>;
  #look: { atMs: number; seen: Promise<{ version: MapVersion; areMany: boolean }> } | undefined;
  #loaded: { clusterer: Clusterer; version: MapVersion } | undefined;
  #loading: Clusterer | undefined;
  #mayLoadFromMs = 0;
  /** When what is loaded was last known to be the newest. */
  #newestAtMs = 0;
  #isClosed = false;

  constructor(options: QuestMapOptions) {
    this.#options = {
      many: 5_000,
      lookEveryMs: 1_000,
      loadPauseMs: 5_000,
      startClusterer: (connectionString) => new Clusterer(connectionString),
      ...options,
    };
  }

  /** Says which version the spots will be of before they are looked for. */
  async answer(filter: MapFilter, box: Box, zoom: number): Promise<MapAnswer> {
    const { db, logger } = this.#options;
    const now = await this.#lookNow();
    const fromDatabase = () => findSpots(db, filter, box, zoom);
    const kept = this.#findKept(now);
    if (!kept) return { version: now.version, spots: (search = atOnce) => search(fromDatabase) };
    return {
      version: kept.version,
      spots: (search = atOnce) =>
        this.#spotsOf(kept.clusterer, filter, { box, zoom, search }).catch((error: unknown) => {
          if (!(error instanceof ThreadError)) throw error;
          logger.warn({ err: error }, "the thread of the map failed; the database answers");
          return search(fromDatabase);
        }),
    };
  }

  async #spotsOf(
    clusterer: Clusterer,
    { q = "", type, status }: MapFilter,
    { box, zoom, search }: { box: Box; zoom: number; search: Search },
  ): Promise<QuestSpot[]> {
    const words = searchWords(q).join(" ");
    const filter = words !== "" || type || status ? { words, type, status } : undefined;
    const look = () => clusterer.spotsIn(filter, box, zoom);
    const spots = await look();
    if (spots) return spots;
    const found = await search(async () => {
      // Others who ask for the same may have waited before.
      const meanwhile = await look();
      if (!meanwhile) clusterer.keepHits(words, await findHits(this.#options.db, words));
      return meanwhile ?? look();
    });
    if (!found) throw new ThreadError("the thread of the map keeps no hits");
    return found;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#loaded?.clusterer.end(), this.#loading?.end()]);
  }

  #lookNow(): Promise<{ version: MapVersion; areMany: boolean }> {
    const { db, many, lookEveryMs } = this.#options;
    if (!this.#look || Date.now() - this.#look.atMs >= lookEveryMs) {
      const look = { atMs: Date.now(), seen: lookAtQuests(db, many) };
      this.#look = look;
      look.seen.catch(() => {
        if (this.#look === look) this.#look = undefined;
      });
    }
    return this.#look.seen;
  }

  /** What is loaded and not too old; sees to it that the newest version will be. */
  #findKept({ version, areMany }: { version: MapVersion; areMany: boolean }) {
    if (this.#loaded?.clusterer.isEnded) this.#loaded = undefined;
    if (!areMany) return undefined;
    if (this.#loaded?.version === version) this.#newestAtMs = Date.now();
    else this.#load();
    return Date.now() - this.#newestAtMs < behindMsMax ? this.#loaded : undefined;
  }

  #load(): void {
    const { connectionString, logger, loadPauseMs, startClusterer } = this.#options;
    if (this.#isClosed || this.#loading || Date.now() < this.#mayLoadFromMs) return;
    const clusterer = startClusterer(connectionString);
    const begunAtMs = Date.now();
    this.#loading = clusterer;
    clusterer.loaded
      .then(
        (version) => {
          void this.#loaded?.clusterer.end();
          this.#loaded = { clusterer, version };
          this.#newestAtMs = begunAtMs;
        },
        (error: unknown) => {
          if (!this.#isClosed) logger.error({ err: error }, "the quests could not be loaded for the map");
        },
      )
      .finally(() => {
        this.#loading = undefined;
        this.#mayLoadFromMs = Date.now() + loadPauseMs;
      });
  }
}

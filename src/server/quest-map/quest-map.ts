import type { QuestSpot } from "../../contract/quests.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { Box } from "../quests/boxes-around.ts";
import { Clusterer } from "./clusterer.ts";
import { findSpots, lookAtQuests, type MapFilter, type MapVersion } from "./quest-map-queries.ts";

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

export type MapAnswer = { version: MapVersion; spots: () => Promise<QuestSpot[]> };

/**
 * The quests as a map shows them. What nobody filters is answered by a thread that has all quests sorted for it, which is loaded
 * when somebody first asks, and anew after changes; until it is there, and for whatever is filtered, the database counts.
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
    const isFiltered = Boolean(filter.q?.trim() || filter.type || filter.status);
    const kept = isFiltered ? undefined : this.#findKept(now);
    if (!kept) return { version: now.version, spots: fromDatabase };
    return {
      version: kept.version,
      spots: () =>
        kept.clusterer.spotsIn(box, zoom).catch((error: unknown) => {
          logger.warn({ err: error }, "the thread of the map failed; the database answers");
          return fromDatabase();
        }),
    };
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

import type { Worker } from "node:worker_threads";
import type { QuestSpot } from "../../contract/quests.ts";
import type { Box } from "../quests/boxes-around.ts";
import { startThread } from "../start-thread.ts";
import type { PlaceFilter } from "./filtered-places.ts";
import type { MapVersion } from "./quest-map-queries.ts";

type View = { filter: PlaceFilter | undefined; box: Box; zoom: number };
/** Undefined where nobody said yet what the filter's words find. */
type Spots = QuestSpot[] | undefined;
export type ToClusterer = ({ type: "view"; id: number } & View) | { type: "hits"; words: string; ids: string };
export type FromClusterer = { type: "loaded"; version: MapVersion } | { type: "spots"; id: number; spots: Spots };

/** An answer takes a few milliseconds; a thread that owes one for so long is no good. */
const answerTimeoutMs = 2_000;
/** Of the thread alone. 100,000 quests take some 50 MB. */
const heapMegabytesMax = 1_024;

type Waiting = { resolve: (spots: Spots) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

/** The thread gave no answer, whatever was asked. */
export class ThreadError extends Error {}

/**
 * A thread that has read all quests once and answers for them: the spots of any box, at once. It never reads them again: for
 * another version there is another thread. What words find it has to be told. It is good until `isEnded`.
 */
export class Clusterer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: Error | undefined;
  /** Once it has read them, which version it is of; rejects where it cannot. */
  readonly loaded: Promise<MapVersion>;
  isEnded = false;

  constructor(connectionString: string) {
    this.#worker = startThread(import.meta.url, "clusterer-thread", {
      workerData: { connectionString },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    });
    this.loaded = new Promise<MapVersion>((resolve, reject) => {
      this.#worker.on("message", (message: FromClusterer) => {
        if (message.type === "loaded") resolve(message.version);
        else this.#settle(message.id)?.resolve(message.spots);
      });
      this.#worker.on("error", (error: Error) => {
        this.#failure = error;
      });
      this.#worker.once("exit", (code) => {
        this.isEnded = true;
        const error = new ThreadError(`the thread of the map ended with ${code}`, { cause: this.#failure });
        reject(error);
        for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(error);
      });
    });
    this.loaded.catch(() => undefined);
    // It keeps no process alive.
    this.#worker.unref();
  }

  /**
   * Undefined where it has to be told first what the filter's words find.
   * @throws ThreadError where it has ended, or owes the answer for too long
   */
  spotsIn(filter: PlaceFilter | undefined, box: Box, zoom: number): Promise<Spots> {
    return new Promise((resolve, reject) => {
      if (this.isEnded) return reject(new ThreadError("the thread of the map has ended"));
      const id = ++this.#lastId;
      const timer = setTimeout(() => {
        reject(new ThreadError(`the thread of the map gave no answer in ${answerTimeoutMs / 1000} s`));
        this.#waiting.delete(id);
        void this.end();
      }, answerTimeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ type: "view", id, filter, box, zoom } satisfies ToClusterer);
    });
  }

  /** Tells it what words find: ids with commas between. It may forget them once many others were told. */
  keepHits(words: string, ids: string): void {
    this.#worker.postMessage({ type: "hits", words, ids } satisfies ToClusterer);
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await this.#worker.terminate();
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(id);
    return waiting;
  }
}

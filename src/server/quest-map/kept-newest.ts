import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseLogger } from "../database/connection.ts";

export type KeptNewestOptions<Content> = {
  /** Identifies a state; it changes with every change of the content. */
  findVersion: () => Promise<string>;
  read: () => Promise<{ version: string; content: Content }>;
  logger: DatabaseLogger;
  /** Logged if reading fails. */
  failure: string;
  /** How long the version isn't checked again: the delay of changes. */
  lookEveryMs: number;
  /** The content is read again after a pause of this many times the duration of the last reading. */
  restTimes: number;
};

/** If reading is faster than this, requests wait for the newest content. */
const quickMs = 100;
const restMsMax = 8_000;
/** Older states are never shown, because something in them may be hidden by now. */
const behindMsMax = 15_000;

class Kept<Content> {
  readonly readAtMs = Date.now();
  newestAtMs = this.readAtMs;

  constructor(
    readonly version: string,
    readonly content: Content,
    readonly readMs: number,
  ) {}
}

/** Something from the database in memory: it is read at the first request, and again after changes. */
export class KeptNewest<Content> {
  readonly #options: KeptNewestOptions<Content>;
  #look: { atMs: number; version: Promise<string> } | undefined;
  #kept: Kept<Content> | undefined;
  #reading: Promise<Kept<Content>> | undefined;

  constructor(options: KeptNewestOptions<Content>) {
    this.#options = options;
  }

  /** The newest content, or for a moment the former one if reading takes long. */
  async find(): Promise<{ version: string; content: Content }> {
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

  #lookNow(): Promise<string> {
    const { findVersion, lookEveryMs } = this.#options;
    if (!this.#look || Date.now() - this.#look.atMs >= lookEveryMs) {
      const look = { atMs: Date.now(), version: findVersion() };
      this.#look = look;
      look.version.catch(() => {
        if (this.#look === look) this.#look = undefined;
      });
    }
    return this.#look.version;
  }

  #read(former: Kept<Content> | undefined): Promise<Kept<Content>> {
    const { read, logger, failure, restTimes } = this.#options;
    const readNow = async () => {
      const restMs = former ? former.readAtMs + Math.min(restTimes * former.readMs, restMsMax) - Date.now() : 0;
      if (restMs > 0) await wait(restMs, undefined, { ref: false });
      const startedAt = performance.now();
      const { version, content } = await read();
      this.#kept = new Kept(version, content, performance.now() - startedAt);
      return this.#kept;
    };
    const reading = readNow().finally(() => {
      this.#reading = undefined;
    });
    // Waiting requests get the error as well.
    reading.catch((error: unknown) => logger.error({ err: error }, failure));
    return reading;
  }
}

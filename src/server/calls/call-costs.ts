import { availableParallelism } from "node:os";
import type { Call, CostClass } from "../../contract/call.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** Pauses between a volunteer's uploads are shorter than this. */
const calmMs = 500;

type Limits = {
  /** Running at the same time. */
  placesMax: number;
  /** Waiting; further calls are refused. */
  queueMax: number;
  waitMaxMs: number;
};

/**
 * The classes with a limit use 15 of a process's 20 database connections, so uploads, health checks and jobs always get
 * one. Heavy work leaves half of the cores to everything else.
 */
const limits: Record<CostClass, Limits> = {
  light: { placesMax: 10, queueMax: 1_000, waitMaxMs: 10_000 },
  search: { placesMax: 3, queueMax: 100, waitMaxMs: 10_000 },
  heavy: { placesMax: availableParallelism() < 4 ? 1 : 2, queueMax: 32, waitMaxMs: 60_000 },
  picture: { placesMax: 32, queueMax: 1_000, waitMaxMs: 30_000 },
  outside: { placesMax: 16, queueMax: 200, waitMaxMs: 30_000 },
  upload: { placesMax: Number.POSITIVE_INFINITY, queueMax: 0, waitMaxMs: 0 },
};

/** Each holds one batch and a compressor's buffer: up to 5 MB. */
const openStreamsMax = 32;
/** Whoever reads slowly, or not at all, leaves most of them to others. */
const openStreamsOfCallerMax = openStreamsMax / 4;

/**
 * While others run, heavy work pauses after each slice for this many times its duration. Measured with 4 uploaders
 * beside 8 whole lists and exports (`npm run bench:mixed`): longer pauses don't help uploads.
 */
const restShare = 2;
const othersOfHeavy = ["light", "search", "picture", "upload"] as const;

/** @param query parsed; words or places make the call a search */
export function costOf({ cost }: Call, query?: unknown): CostClass {
  const { q, bbox, near } = (query ?? {}) as { q?: unknown; bbox?: unknown; near?: unknown };
  return cost ?? (q || bbox || near ? "search" : "light");
}

/** The part of a `ServerResponse` that reports its end. */
export type CallConnection = {
  readonly closed: boolean;
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
};

export class ClientGoneError extends Error {}

/**
 * Limits how many calls of each cost class run at once; others wait in order, up to a limit. Uploads are counted and
 * never wait.
 */
export class CallCosts {
  readonly #places: Record<CostClass, Places>;
  /** Long answers that are under way, by caller. */
  readonly #openStreams = new Map<string, number>();

  constructor(ofClass: Partial<Record<CostClass, Partial<Limits>>> = {}) {
    this.#places = Object.fromEntries(
      Object.entries(limits).map(([cost, each]) => [cost, new Places({ ...each, ...ofClass[cost as CostClass] })]),
    ) as Record<CostClass, Places>;
  }

  counts(): Record<CostClass, { running: number; waiting: number }> {
    return Object.fromEntries(
      Object.entries(this.#places).map(([cost, { running, waiting }]) => [cost, { running, waiting }]),
    ) as Record<CostClass, { running: number; waiting: number }>;
  }

  get openStreams(): number {
    return [...this.#openStreams.values()].reduce((sum, each) => sum + each, 0);
  }

  /**
   * Resolves with a function that ends the call's turn.
   * @throws DomainError `unavailable`; ClientGoneError
   */
  async enter(cost: CostClass, connection: CallConnection): Promise<() => void> {
    const places = this.#places[cost];
    await places.enter(connection);
    let hasLeft = false;
    return () => {
      if (!hasLeft) places.leave();
      hasLeft = true;
    };
  }

  /** @throws DomainError `unavailable`; ClientGoneError */
  async during<T>(cost: CostClass, connection: CallConnection, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(cost, connection);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Counts a long answer. Returns a function that ends it.
   * @throws DomainError `unavailable` if too many are under way, or too many of this caller
   */
  openStream(caller: string): () => void {
    const ofCaller = this.#openStreams.get(caller) ?? 0;
    if (this.openStreams >= openStreamsMax || ofCaller >= openStreamsOfCallerMax)
      throw new DomainError("unavailable.longAnswers");
    this.#openStreams.set(caller, ofCaller + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const left = (this.#openStreams.get(caller) ?? 1) - 1;
      if (left === 0) this.#openStreams.delete(caller);
      else this.#openStreams.set(caller, left);
    };
  }

  /**
   * Makes each piece as heavy work, and releases the place while the client reads it, so that slow readers hold up
   * nobody. Only the first piece can be refused.
   * @throws DomainError `unavailable`; ClientGoneError
   */
  async *inSlices<Piece>(
    { connection, caller }: { connection: CallConnection; caller: string },
    pieces: AsyncIterable<Piece> | Iterable<Piece>,
  ): AsyncGenerator<Piece> {
    const close = this.openStream(caller);
    const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
    try {
      let next = await this.during("heavy", connection, async () => iterator.next());
      while (!next.done) {
        yield next.value;
        next = await this.takeTurn(connection, async () => iterator.next());
      }
    } finally {
      close();
      await iterator.return?.();
    }
  }

  /**
   * Lets work that can wait (thumbnails) wait until no upload ran for half a second, but only until `maxBusyMs` after the
   * busy period began: one slow upload holds up all jobs only once.
   */
  async untilUploadsRest(maxBusyMs: number): Promise<void> {
    const { upload } = this.#places;
    for (;;) {
      const nowMs = performance.now();
      const calmAtMs = (upload.running > 0 ? nowMs : upload.lastEndedAtMs) + calmMs;
      const waitMs = Math.min(calmAtMs, upload.busySinceMs + maxBusyMs) - nowMs;
      if (waitMs <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  /**
   * Heavy work for a call that was admitted before: it waits and is never refused. While others run, its place pauses
   * afterwards.
   * @throws ClientGoneError
   */
  async takeTurn<T>(connection: CallConnection, work: () => Promise<T>): Promise<T> {
    const { heavy } = this.#places;
    await heavy.enterAgain(connection);
    const beganAt = performance.now();
    try {
      return await work();
    } finally {
      if (othersOfHeavy.some((cost) => this.#places[cost].running > 0)) {
        setTimeout(() => heavy.leave(), restShare * (performance.now() - beganAt));
      } else heavy.leave();
    }
  }
}

class Places {
  readonly #queue = new Set<() => void>();
  running = 0;
  lastEndedAtMs = Number.NEGATIVE_INFINITY;
  busySinceMs = 0;

  constructor(private readonly limits: Limits) {}

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Resolves with a place; `leave` releases it.
   * @throws DomainError `unavailable`; ClientGoneError
   */
  async enter(connection: CallConnection): Promise<void> {
    if (this.#takeFree(connection)) return;
    if (this.#queue.size >= this.limits.queueMax) throw new DomainError("unavailable.queueFull");
    await this.#wait(connection, this.limits.waitMaxMs);
  }

  /** The same for a call that was admitted before: it is never refused. */
  async enterAgain(connection: CallConnection): Promise<void> {
    if (!this.#takeFree(connection)) await this.#wait(connection);
  }

  leave(): void {
    this.lastEndedAtMs = performance.now();
    const [next] = this.#queue;
    if (!next) {
      this.running -= 1;
      return;
    }
    next();
  }

  #takeFree(connection: CallConnection): boolean {
    if (connection.closed) throw new ClientGoneError("the client disconnected");
    if (this.running >= this.limits.placesMax || this.#queue.size > 0) return false;
    const nowMs = performance.now();
    if (this.running === 0 && nowMs >= this.lastEndedAtMs + calmMs) this.busySinceMs = nowMs;
    this.running += 1;
    return true;
  }

  #wait(connection: CallConnection, waitMaxMs?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#queue.delete(go);
        connection.off("close", onClose);
        clearTimeout(timer);
        settle();
      };
      const go = () => end(resolve);
      const onClose = () => end(() => reject(new ClientGoneError("the client disconnected")));
      const onTimeout = () => end(() => reject(new DomainError("unavailable.queueFull")));
      const timer = waitMaxMs === undefined ? undefined : setTimeout(onTimeout, waitMaxMs);
      this.#queue.add(go);
      connection.once("close", onClose);
    });
  }
}

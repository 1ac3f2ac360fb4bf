import { availableParallelism } from "node:os";
import { DomainError } from "../refusals/domain-error.ts";
import type { CostClass } from "./cost-classes.ts";

type Limits = {
  /** At work at the same time. */
  placesMax: number;
  /** Waiting for a place; whoever comes then is refused. */
  queueMax: number;
  waitMaxMs: number;
};

/**
 * Together those with a limit take 15 of a process's 20 database connections: uploads, health and jobs always find one. Of
 * heavy work only so much runs that half of the cores are left to everything else.
 */
const limits: Record<CostClass, Limits> = {
  light: { placesMax: 10, queueMax: 1_000, waitMaxMs: 10_000 },
  search: { placesMax: 3, queueMax: 100, waitMaxMs: 10_000 },
  heavy: { placesMax: clamp(availableParallelism() / 2, 1, 2), queueMax: 32, waitMaxMs: 60_000 },
  picture: { placesMax: 32, queueMax: 1_000, waitMaxMs: 30_000 },
  outside: { placesMax: 16, queueMax: 200, waitMaxMs: 30_000 },
  upload: { placesMax: Number.POSITIVE_INFINITY, queueMax: 0, waitMaxMs: 0 },
};

/** Each holds what one batch makes, and what a compressor keeps: up to 5 MB. */
const openStreamsMax = 32;

/**
 * While others are at work, heavy work rests for this many times as long as each of its slices took: measured with 4 uploaders
 * beside 8 whole lists and exports (`npm run bench:mixed`), more brings the uploads nothing.
 */
const restShare = 2;
const othersOfHeavy = ["light", "search", "picture", "upload"] as const;

/** The part of a `ServerResponse` that tells when its client is gone. */
export type CallConnection = {
  readonly closed: boolean;
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
};

/** Whoever asked went away while the call waited: nobody reads an answer. */
export class ClientGoneError extends Error {}

/**
 * Lets only so many calls of a class of cost work at the same time; others wait in the order they came. A call whose queue is
 * full is refused. Uploads are counted and never wait.
 */
export class CallCosts {
  readonly #places: Record<CostClass, Places>;
  #openStreams = 0;

  constructor(ofClass: Partial<Record<CostClass, Partial<Limits>>> = {}) {
    this.#places = Object.fromEntries(
      Object.entries(limits).map(([cost, each]) => [cost, new Places({ ...each, ...ofClass[cost as CostClass] })]),
    ) as Record<CostClass, Places>;
  }

  /** How many calls of each class are at work in this process, and how many wait for that. */
  counts(): Record<CostClass, { running: number; waiting: number }> {
    return Object.fromEntries(
      Object.entries(this.#places).map(([cost, { running, waiting }]) => [cost, { running, waiting }]),
    ) as Record<CostClass, { running: number; waiting: number }>;
  }

  /** How many long answers are on their way, at work or waiting for their readers. */
  get openStreams(): number {
    return this.#openStreams;
  }

  /** Resolves with what gives the place back. @throws DomainError `unavailable`; ClientGoneError */
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
   * The same pieces, each made in a place of heavy calls, which is given back while its reader takes the piece: one who reads
   * slowly keeps nobody waiting. Only the first piece can be refused.
   * @throws DomainError `unavailable`; ClientGoneError
   */
  async *inSlices<Piece>(
    connection: CallConnection,
    pieces: AsyncIterable<Piece> | Iterable<Piece>,
  ): AsyncGenerator<Piece> {
    if (this.#openStreams >= openStreamsMax) throw new DomainError("unavailable.longAnswers");
    this.#openStreams += 1;
    const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
    try {
      let next = await this.during("heavy", connection, async () => iterator.next());
      while (!next.done) {
        yield next.value;
        next = await this.takeTurn(connection, async () => iterator.next());
      }
    } finally {
      this.#openStreams -= 1;
      await iterator.return?.();
    }
  }

  /**
   * Work in a place of heavy calls, for a call that was let in before: it waits and is not refused. Its place rests after it while
   * others are at work.
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

type Waiter = { go: () => void };

class Places {
  readonly #limits: Limits;
  readonly #queue = new Set<Waiter>();
  running = 0;

  constructor(limitsOfClass: Limits) {
    this.#limits = limitsOfClass;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Resolves with a place, to be given back by `leave`. @throws DomainError `unavailable`; ClientGoneError */
  async enter(connection: CallConnection): Promise<void> {
    if (connection.closed) throw new ClientGoneError("the client disconnected");
    if (this.running < this.#limits.placesMax && this.#queue.size === 0) {
      this.running += 1;
      return;
    }
    if (this.#queue.size >= this.#limits.queueMax) throw new DomainError("unavailable.queueFull");
    await this.#wait(connection, this.#limits.waitMaxMs);
  }

  /** The same for what has begun, which is refused no more. */
  async enterAgain(connection: CallConnection): Promise<void> {
    if (connection.closed) throw new ClientGoneError("the client disconnected");
    if (this.running < this.#limits.placesMax && this.#queue.size === 0) this.running += 1;
    else await this.#wait(connection);
  }

  leave(): void {
    const [next] = this.#queue;
    if (!next) {
      this.running -= 1;
      return;
    }
    // The place passes on.
    this.#queue.delete(next);
    next.go();
  }

  #wait(connection: CallConnection, waitMaxMs?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        this.#queue.delete(waiter);
        connection.off("close", onClose);
        clearTimeout(timer);
      };
      const onClose = () => {
        stopWaiting();
        reject(new ClientGoneError("the client disconnected"));
      };
      const timer =
        waitMaxMs === undefined
          ? undefined
          : setTimeout(() => {
              stopWaiting();
              reject(new DomainError("unavailable.queueFull"));
            }, waitMaxMs);
      const waiter: Waiter = {
        go: () => {
          stopWaiting();
          resolve();
        },
      };
      this.#queue.add(waiter);
      connection.once("close", onClose);
    });
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.floor(value)));
}

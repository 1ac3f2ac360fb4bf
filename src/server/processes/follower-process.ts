import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "pino";
import type { Budget } from "../photos/decoding/byte-budget.ts";
import { type FromLeader, isMemoryMessage, isReadyMessage, isUploadsMessage, type Orders } from "./leader-messages.ts";
import { lendMemory } from "./lent-memory.ts";

/** Before one that died is started again; twice as long each time, until it has lived for a while. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const steadyAfterMs = 60_000;

export type FollowerOptions = {
  part: Orders["CAIRN_PART"];
  orders: Omit<Orders, "CAIRN_PART" | "CAIRN_FIRST">;
  logger: Logger;
  /** One that is told to end and still runs after this time is killed. */
  endTimeoutMs: number;
  /** It has uploads at this moment. */
  onUploads: () => void;
  /** It ended, and nobody had told it to. */
  onLost: () => void;
  /** For decoding photos, of all processes together. */
  memory: Budget;
};

/** One of the processes that a process leads: started, started again when it dies, replaced, ended. */
export class FollowerProcess {
  readonly part: FollowerOptions["part"];
  readonly #options: FollowerOptions;
  #child: Worker | undefined;
  #startedAtMs = 0;
  #pauseMs = firstPauseMs;
  #again: NodeJS.Timeout | undefined;
  #isEnding = false;

  constructor(options: FollowerOptions) {
    this.part = options.part;
    this.#options = options;
  }

  /**
   * Resolves with what it has to say when it is ready.
   * @throws Error where it ends before that
   */
  async start({ isFirst = false } = {}): Promise<string[]> {
    const child = this.#fork(isFirst);
    this.#child = child;
    const notices = await untilReady(child);
    this.#startAgainAfter(child);
    return notices;
  }

  /** A new one takes its place: the old one ends when the new one is ready, and goes on where it does not get so far. */
  async replace(): Promise<void> {
    const child = this.#fork(false);
    await untilReady(child);
    clearTimeout(this.#again);
    const old = this.#child;
    this.#child = child;
    this.#startAgainAfter(child);
    if (this.#isEnding) await this.#endOne(child);
    if (old?.isConnected()) old.send({ type: "cairn:replaced" } satisfies FromLeader);
    if (old) await this.#endOne(old);
  }

  tell(message: FromLeader): void {
    if (this.#child?.isConnected()) this.#child.send(message, () => undefined);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#again);
    if (this.#child) await this.#endOne(this.#child);
  }

  #fork(isFirst: boolean): Worker {
    const { orders, part, onUploads, memory } = this.#options;
    this.#startedAtMs = Date.now();
    const child = cluster.fork({ ...orders, CAIRN_PART: part, CAIRN_FIRST: isFirst ? "1" : "" });
    const lender = lendMemory(memory, (message) => child.isConnected() && child.send(message, () => undefined));
    child.on("message", (message: unknown) => {
      if (isUploadsMessage(message)) onUploads();
      else if (isMemoryMessage(message)) lender.hear(message);
    });
    child.once("exit", lender.end);
    child.on("error", (error: Error) => {
      this.#options.logger.error({ err: error, part }, "a process could not be started or told something");
      // Of one that the system did not start nothing else is heard.
      if (child.process.pid === undefined) child.emit("exit", null, null);
    });
    return child;
  }

  #startAgainAfter(child: Worker): void {
    const onEnd = (code: number | null, signal: string | null) => this.#onEnd(child, code, signal);
    if (child.isDead()) onEnd(child.process.exitCode, child.process.signalCode);
    else child.once("exit", onEnd);
  }

  #onEnd(child: Worker, code: number | null, signal: string | null): void {
    // a replaced one is no longer ours to care for
    if (this.#isEnding || child !== this.#child) return;
    if (Date.now() - this.#startedAtMs > steadyAfterMs) this.#pauseMs = firstPauseMs;
    this.#options.onLost();
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    this.#options.logger.error(
      { part: this.part, ended_pid: child.process.pid, code, signal },
      `a process ended; another one is started in ${pauseMs / 1000} s`,
    );
    this.#again = setTimeout(() => this.#startAgain(), pauseMs);
  }

  #startAgain(): void {
    const child = this.#fork(false);
    this.#child = child;
    this.#startAgainAfter(child);
  }

  async #endOne(child: Worker): Promise<void> {
    if (child.isDead()) return;
    const ended = once(child, "exit");
    child.process.kill("SIGTERM");
    const timer = setTimeout(() => {
      this.#options.logger.error({ part: this.part }, "a process did not end in time and is killed");
      child.process.kill("SIGKILL");
    }, this.#options.endTimeoutMs);
    await ended;
    clearTimeout(timer);
  }
}

function untilReady(child: Worker): Promise<string[]> {
  return new Promise((resolve, reject) => {
    child.on("message", (message: unknown) => {
      if (isReadyMessage(message)) resolve(message.notices);
    });
    child.once("exit", (code, signal) =>
      reject(new Error(`a process ended before it was ready (${signal ?? `status ${code}`})`)),
    );
  });
}

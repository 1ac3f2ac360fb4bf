import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "pino";
import type { Config } from "../settings/config.ts";
import type { Started } from "./started.ts";

/** The pause before a restart; it doubles each time until a process has run for a while. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const steadyAfterMs = 60_000;

export type Part = "web" | "worker";

/** The processes of a leader: those that answer requests and, with ROLE=all, one worker. */
export function partsOf({ processes, role }: Pick<Config, "processes" | "role">): Part[] {
  const webs = Array.from({ length: processes }, (): Part => "web");
  return role === "all" ? [...webs, "worker"] : webs;
}

type LeadOptions = {
  environment: Record<string, string>;
  logger: Logger;
  started: Pick<Started, "isEnding">;
  /** A process that still runs so long after the signal is killed. */
  endTimeoutMs: number;
  onLost: () => void;
};

export class LedProcesses {
  readonly #all: LedProcess[];
  #isRenewing = false;

  constructor(
    parts: Part[],
    readonly options: LeadOptions,
  ) {
    this.#all = parts.map((part) => new LedProcess(part, options));
  }

  /**
   * Starts the first alone, so that a failure is reported once.
   * @throws Error if one ends before it is ready
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#all;
    await first?.start({ isFirst: true });
    if (!this.options.started.isEnding) await Promise.all(others.map((each) => each.start()));
  }

  /** Replaces each in turn. If a new one doesn't start, the rest stay. */
  async renew(): Promise<void> {
    const { logger, started } = this.options;
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      for (const each of this.#all) if (!started.isEnding) await each.replace();
      if (!started.isEnding) logger.info("all processes were replaced");
    } catch (error) {
      logger.error({ err: error }, "a new process did not start, so the old ones stay");
    }
    this.#isRenewing = false;
  }

  /** The worker ends last, because it finishes the others' work. */
  async end(): Promise<void> {
    for (const part of ["web", "worker"]) {
      await Promise.all(this.#all.filter((each) => each.part === part).map((each) => each.end("SIGTERM")));
    }
  }
}

class LedProcess {
  #child: Worker | undefined;
  #pauseMs = firstPauseMs;

  constructor(
    readonly part: Part,
    readonly options: LeadOptions,
  ) {}

  async start({ isFirst = false } = {}): Promise<void> {
    this.#child = this.#fork(isFirst);
    await this.#untilReady(this.#child);
    this.#restartAfter(this.#child);
  }

  async replace(): Promise<void> {
    const child = this.#fork();
    await this.#untilReady(child);
    const old = this.#child;
    this.#child = child;
    this.#restartAfter(child);
    await this.end("SIGHUP", old);
    if (this.options.started.isEnding) await this.end("SIGTERM");
  }

  /** SIGHUP says that another process has replaced it. */
  async end(signal: "SIGTERM" | "SIGHUP", child = this.#child): Promise<void> {
    if (!child || child.isDead()) return;
    const ended = once(child, "exit");
    child.process.kill(signal);
    const timer = setTimeout(() => {
      this.options.logger.error({ part: this.part }, "a process did not end in time and is killed");
      child.process.kill("SIGKILL");
    }, this.options.endTimeoutMs);
    await ended;
    clearTimeout(timer);
  }

  #fork(isFirst = false): Worker {
    const { environment, logger } = this.options;
    const child = cluster.fork({ ...environment, CAIRN_PART: this.part, CAIRN_FIRST: isFirst ? "1" : "" });
    child.on("error", (error: Error) => {
      logger.error({ err: error, part: this.part }, "a process could not be started");
      // A process that the system didn't start emits nothing else.
      if (child.process.pid === undefined) child.emit("exit", null, null);
    });
    return child;
  }

  async #untilReady(child: Worker): Promise<void> {
    const ended = once(child, "exit").then(([code, signal]) => {
      throw new Error(`a process ended before it was ready (${signal ?? `status ${code}`})`);
    });
    // A web process is ready once it listens.
    await Promise.race([once(child, this.part === "web" ? "listening" : "online"), ended]);
  }

  #restartAfter(child: Worker): void {
    const { logger, onLost, started } = this.options;
    const startedAtMs = Date.now();
    child.once("exit", (code, signal) => {
      if (started.isEnding || child !== this.#child) return;
      const pauseMs = Date.now() - startedAtMs > steadyAfterMs ? firstPauseMs : this.#pauseMs;
      this.#pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      onLost();
      logger.error(
        { part: this.part, ended_pid: child.process.pid, code, signal },
        `a process ended; another one is started in ${pauseMs / 1000} s`,
      );
      setTimeout(() => {
        if (started.isEnding || child !== this.#child) return;
        this.#child = this.#fork();
        this.#restartAfter(this.#child);
      }, pauseMs);
    });
  }
}

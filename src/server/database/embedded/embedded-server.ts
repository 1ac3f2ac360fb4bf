import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLogger } from "../connection.ts";
import type { Binaries } from "./binaries.ts";
import { type Home, isPrivateFolder, prepareSocketFolder, removeTemporarySocketFolder } from "./home-folder.ts";
import { isPostmaster, readPidFile, removeStaleLocks, spawnPostmaster } from "./postmaster.ts";
import { boundLog, readLogEnd } from "./server-log.ts";
import { createRoleAndDatabase, tryConnect } from "./superuser-connection.ts";

const startTimeoutMs = 5 * 60_000;
const unansweredTimeoutMs = 60_000;
const lockTimeoutMs = 2000;
const stopTimeoutMs = 30_000;
const logCheckIntervalMs = 60 * 60_000;
/** Pauses between restart attempts. The cause, such as a full disk, may go away at any time. */
const recoveryPauseMs = { first: 1_000, longest: 60_000 };

/** Runs one PostgreSQL. The process with the advisory lock, held on its own connection, owns DATA_DIR. */
export class EmbeddedServer {
  socketFolder = "";
  #child: ChildProcess | undefined;
  #lockClient: pg.Client | undefined;
  #recovery: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;
  #logCheck: NodeJS.Timeout | undefined;

  constructor(
    readonly dataDir: string,
    readonly home: Home,
    readonly binaries: Binaries,
    readonly cluster: string,
    readonly logger: DatabaseLogger,
    readonly settings: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    process.once("exit", this.#interruptOnExit);
    const client = await this.#acquire();
    try {
      await createRoleAndDatabase(client);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#logCheck = setInterval(() => boundLog(this.home).catch(() => undefined), logCheckIntervalMs).unref();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#logCheck);
    process.off("exit", this.#interruptOnExit);
    await this.#recovery;
    // Without the lock it is another process's PostgreSQL, unless we were just restarting it.
    if (!this.#lockClient) {
      const child = this.#child;
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill("SIGINT");
        await Promise.race([once(child, "exit"), sleep(stopTimeoutMs, undefined, { ref: false })]);
      }
      return;
    }
    await this.#shutDown("SIGINT", stopTimeoutMs);
    if (await this.#findRunning()) {
      this.logger.warn("PostgreSQL did not shut down in time; it will recover from its log at the next start");
      await this.#shutDown("SIGQUIT", stopTimeoutMs);
    }
    await this.#lockClient?.end().catch(() => undefined);
    await removeTemporarySocketFolder(this.socketFolder);
  }

  async #shutDown(signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    const running = await this.#findRunning();
    if (running !== undefined) kill(running, signal);
    while ((await this.#findRunning()) !== undefined && Date.now() < deadline) await sleep(10);
  }

  async #findRunning(): Promise<number | undefined> {
    const pidFile = await readPidFile(this.cluster);
    return pidFile && (await isPostmaster(pidFile.pid, this.cluster)) ? pidFile.pid : undefined;
  }

  /** Runs when the process exits without `stop()`, so it can't await anything. */
  readonly #interruptOnExit = () => {
    if (this.#lockClient && this.#child?.pid && this.#child.exitCode === null) kill(this.#child.pid, "SIGINT");
  };

  /** Gets the lock on a running PostgreSQL, starting one if there is none. */
  async #acquire(): Promise<pg.Client> {
    for (;;) {
      const client = await this.#connect();
      const held = await this.#tryLock(client);
      if (held) {
        this.#lockClient = client;
        client.once("end", () => this.#lost());
        return client;
      }
      await client.end().catch(() => undefined);
      if (held === false) {
        throw new Error(
          `Another Cairn process is already using DATA_DIR ${this.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
        );
      }
    }
  }

  /** Undefined if PostgreSQL stopped in the meantime, because its owner was shutting down. */
  async #tryLock(client: pg.Client): Promise<boolean | undefined> {
    const deadline = Date.now() + lockTimeoutMs;
    try {
      for (;;) {
        const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock(1667328370, 0) AS held");
        if (rows[0]?.held) return true;
        // The lock of a killed process is released a moment later.
        if (Date.now() > deadline) return false;
        await sleep(100);
      }
    } catch {
      return undefined;
    }
  }

  async #connect(): Promise<pg.Client> {
    const deadline = Date.now() + startTimeoutMs;
    let failedStarts = 0;
    let unansweredSince: number | undefined;
    while (Date.now() < deadline) {
      this.#stopping.signal.throwIfAborted();
      const pidFile = await readPidFile(this.cluster);
      const answer = pidFile?.socketFolder ? await tryConnect(pidFile.socketFolder) : "absent";
      if (answer instanceof pg.Client) {
        this.socketFolder = pidFile?.socketFolder ?? "";
        return answer;
      }
      if (answer === "absent") {
        if (pidFile && (await isPostmaster(pidFile.pid, this.cluster))) {
          unansweredSince ??= Date.now();
          if (Date.now() - unansweredSince > unansweredTimeoutMs) {
            throw new Error(
              `PostgreSQL (process ${pidFile.pid}) runs on ${this.cluster} but does not respond. Stop that process, then start Cairn again.`,
            );
          }
        } else if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) {
          if (this.#child && ++failedStarts > 5) break;
          await this.#spawn(pidFile?.socketFolder, failedStarts);
        }
      }
      await sleep(20);
    }
    throw new Error(
      `PostgreSQL did not start on ${this.cluster}. Its log ends with:\n${await readLogEnd(this.home)}\nOr set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }

  async #spawn(formerSocketFolder: string | undefined, failedStarts: number): Promise<void> {
    // Backends of a killed PostgreSQL may still be running, so wait and try again.
    if (failedStarts > 0) await sleep(300 * failedStarts);
    const former = this.socketFolder || formerSocketFolder;
    const socketFolder =
      former && (await isPrivateFolder(former, this.home.account)) ? former : await prepareSocketFolder(this.home);
    await removeStaleLocks(this.cluster, socketFolder);
    this.#child = await spawnPostmaster(this.binaries, this.home, this.cluster, socketFolder, this.settings);
  }

  #lost(): void {
    this.#lockClient = undefined;
    if (this.#stopped) return;
    this.logger.warn("PostgreSQL ended; restarting it");
    this.#recovery = this.#recover();
  }

  /** Retries until it works or we stop. */
  async #recover(): Promise<void> {
    let pauseMs = recoveryPauseMs.first;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#acquire();
        this.logger.info("PostgreSQL is running again");
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.logger.error(
          { err: error },
          `PostgreSQL could not be restarted; the next attempt is in ${pauseMs / 1000} s`,
        );
      }
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, recoveryPauseMs.longest);
    }
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

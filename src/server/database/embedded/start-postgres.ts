import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLogger } from "../connection.ts";
import { findPackageFolder, prepareBinaries } from "./binaries.ts";
import { connectionStringsFor, createRoleAndDatabase, type Places, prepareCluster, tryConnect } from "./cluster.ts";
import { prepareHome, prepareSocketFolder, removeTemporarySocketFolder } from "./home-folder.ts";
import { boundLog, disarmStaleLocks, isPostmaster, readLogEnd, readPidFile, spawnPostmaster } from "./postmaster.ts";
import { defaultSystemFolder } from "./unprivileged-account.ts";

export type EmbeddedPostgresOptions = {
  dataDir: string;
  logger: DatabaseLogger;
  /** Where root puts what PostgreSQL's user can't access elsewhere. */
  systemFolder?: string;
  /** The npm package with PostgreSQL's programs. */
  packageFolder?: string;
  /** Override Cairn's own: tests don't need fsync. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  /** Connects as the role `cairn`, the owner of the database `cairn`. */
  connectionString: string;
  /** Connects as the superuser `postgres`; tests create databases with it. */
  adminConnectionString: string;
  /** Shuts PostgreSQL down, closing open connections, and releases DATA_DIR. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL of the npm package with its data in `DATA_DIR/postgres`, listening only on a private Unix socket. Takes over
 * one left running by a killed process, and restarts it if it ends.
 * @throws Error with a message for the operator if another Cairn process uses `dataDir`, this platform has no package, or
 *   PostgreSQL doesn't start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const places = await preparePlaces(options);
  if (places.home.account?.name === "nobody") {
    options.logger.warn(
      "PostgreSQL runs as the user nobody: other programs of this user can read its data. Create a user postgres, or start Cairn as a separate user.",
    );
  }
  const server = new EmbeddedServer(path.resolve(options.dataDir), places, options.logger, options.settings ?? {});
  await server.start();
  const { ordinary, admin } = connectionStringsFor(server.socketFolder);
  return { connectionString: ordinary, adminConnectionString: admin, stop: () => server.stop() };
}

/** The connection string for the role `cairn` if another process runs the PostgreSQL of this `dataDir`. */
export async function findRunningPostgres(options: EmbeddedPostgresOptions): Promise<string | undefined> {
  const { cluster } = await preparePlaces(options);
  const socketFolder = (await readPidFile(cluster))?.socketFolder;
  const answer = socketFolder ? await tryConnect(socketFolder) : "absent";
  if (!socketFolder || !(answer instanceof pg.Client)) return undefined;
  await answer.end();
  return connectionStringsFor(socketFolder).ordinary;
}

async function preparePlaces(options: EmbeddedPostgresOptions): Promise<Places> {
  const { dataDir, logger, systemFolder = defaultSystemFolder, packageFolder = findPackageFolder() } = options;
  const home = await prepareHome(path.resolve(dataDir), systemFolder, logger);
  const binaries = await prepareBinaries(packageFolder, home.account, systemFolder);
  return { home, binaries, cluster: await prepareCluster(home, binaries) };
}

const startTimeoutMs = 5 * 60_000;
/** SQLSTATE. */
const lockNotAvailable = "55P03";
const stopTimeoutMs = 30_000;
const logCheckIntervalMs = 60 * 60_000;
/** Between attempts to restart PostgreSQL. */
const recoveryPauseMs = { first: 1_000, longest: 60_000 };

/** One PostgreSQL process. The holder of the advisory lock, on a connection of its own, owns DATA_DIR. */
class EmbeddedServer {
  socketFolder = "";
  #child: ChildProcess | undefined;
  #lockClient: pg.Client | undefined;
  #recovery: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;
  #logCheck: NodeJS.Timeout | undefined;

  constructor(
    readonly dataDir: string,
    readonly places: Places,
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
    this.#logCheck = setInterval(() => boundLog(this.places.home).catch(() => undefined), logCheckIntervalMs).unref();
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
    // Without the lock PostgreSQL belongs to another process, except for one that we are just restarting.
    if (!this.#lockClient) {
      if (this.#child && this.#hasChild) {
        this.#child.kill("SIGINT");
        await Promise.race([once(this.#child, "exit"), sleep(stopTimeoutMs, undefined, { ref: false })]);
      }
      return;
    }
    await this.#shutDown("SIGINT");
    if (await this.#findRunning()) {
      this.logger.warn("PostgreSQL did not shut down in time; it will recover from its log at the next start");
      await this.#shutDown("SIGQUIT");
    }
    await this.#lockClient?.end().catch(() => undefined);
    await removeTemporarySocketFolder(this.socketFolder);
  }

  async #shutDown(signal: NodeJS.Signals): Promise<void> {
    const deadline = Date.now() + stopTimeoutMs;
    const running = await this.#findRunning();
    if (running !== undefined) kill(running, signal);
    while ((await this.#findRunning()) !== undefined && Date.now() < deadline) await sleep(10);
  }

  async #findRunning(): Promise<number | undefined> {
    const { cluster } = this.places;
    const pidFile = await readPidFile(cluster);
    return pidFile && (await isPostmaster(pidFile.pid, cluster)) ? pidFile.pid : undefined;
  }

  /** Ends PostgreSQL when the process exits without `stop()`: nothing can be awaited any more. */
  readonly #interruptOnExit = () => {
    if (this.#lockClient && this.#child?.pid && this.#child.exitCode === null) kill(this.#child.pid, "SIGINT");
  };

  /** Gets the lock on the running PostgreSQL, or starts one. */
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

  /** Undefined if PostgreSQL shut down meanwhile. */
  async #tryLock(client: pg.Client): Promise<boolean | undefined> {
    try {
      // PostgreSQL releases the lock of a killed process after a moment.
      await client.query("BEGIN; SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_lock(1667328370, 0); COMMIT");
      return true;
    } catch (error) {
      return (error as { code?: string }).code === lockNotAvailable ? false : undefined;
    }
  }

  async #connect(): Promise<pg.Client> {
    const deadline = Date.now() + startTimeoutMs;
    let failedStarts = 0;
    while (Date.now() < deadline) {
      this.#stopping.signal.throwIfAborted();
      const pidFile = await readPidFile(this.places.cluster);
      const answer = pidFile?.socketFolder ? await tryConnect(pidFile.socketFolder) : "absent";
      if (answer instanceof pg.Client) {
        this.socketFolder = pidFile?.socketFolder ?? "";
        return answer;
      }
      if (answer === "absent" && !this.#hasChild && (await this.#findRunning()) === undefined) {
        if (this.#child && ++failedStarts > 5) break;
        await this.#spawn(failedStarts);
      }
      await sleep(20);
    }
    const running = await this.#findRunning();
    if (running !== undefined) {
      throw new Error(
        `PostgreSQL (process ${running}) runs on ${this.places.cluster} but does not respond. Stop that process, then start Cairn again.`,
      );
    }
    throw new Error(
      `PostgreSQL did not start on ${this.places.cluster}. Its log ends with:\n${await readLogEnd(this.places.home)}\nOr set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }

  get #hasChild(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async #spawn(failedStarts: number): Promise<void> {
    // Backends of a killed PostgreSQL may need a moment to end.
    if (failedStarts > 0) await sleep(300 * failedStarts);
    // Connections expect a restarted PostgreSQL in the same folder.
    this.socketFolder ||= await prepareSocketFolder(this.places.home);
    await disarmStaleLocks(this.places.cluster, this.socketFolder);
    this.#child = await spawnPostmaster(this.places, this.socketFolder, this.settings);
  }

  #lost(): void {
    this.#lockClient = undefined;
    if (this.#stopped) return;
    this.logger.warn("PostgreSQL ended; restarting it");
    this.#recovery = this.#recover();
  }

  /** Tries until it succeeds or we stop. */
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
    // It has already ended.
  }
}

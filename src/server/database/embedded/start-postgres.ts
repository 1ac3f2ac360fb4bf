import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLogger } from "../connection.ts";
import { type Binaries, findPackageFolder, prepareBinaries } from "./binaries.ts";
import { prepareCluster, superuser } from "./cluster.ts";
import {
  type Home,
  isPrivateFolder,
  prepareHome,
  prepareSocketFolder,
  removeTemporarySocketFolder,
} from "./home-folder.ts";
import { isPostmaster, readPidFile, removeStaleLocks, spawnPostmaster } from "./postmaster.ts";
import { boundLog, readLogEnd } from "./server-log.ts";
import { defaultSystemFolder } from "./system-folder.ts";

export type EmbeddedPostgresOptions = {
  dataDir: string;
  logger: DatabaseLogger;
  /** Where root puts what PostgreSQL's own user cannot reach elsewhere. */
  systemFolder?: string;
  /** The npm package with PostgreSQL's programs. */
  packageFolder?: string;
};

export type EmbeddedPostgres = {
  /** For the role `cairn`, owner of the database `cairn` and no superuser. */
  connectionString: string;
  /** For the superuser `postgres`: tests make databases with it. */
  adminConnectionString: string;
  /** Shuts PostgreSQL down, cutting connections that are still open, and lets another process use DATA_DIR. */
  stop(): Promise<void>;
};

const name = "cairn";
const startTimeoutMs = 5 * 60_000;
const unansweredTimeoutMs = 60_000;
const lockTimeoutMs = 2000;
const stopTimeoutMs = 30_000;
const logCheckIntervalMs = 60 * 60_000;

/**
 * Starts the PostgreSQL that comes with npm, with its data in `DATA_DIR/postgres`, listening on a Unix socket only that
 * nobody else can open. One that is left running by a killed process is taken over. While Cairn runs, PostgreSQL is
 * started again should it end.
 *
 * @throws Error with a sentence for people: when another Cairn process uses `dataDir`, when this platform has no
 *   package, when PostgreSQL does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { logger, systemFolder = defaultSystemFolder, packageFolder = findPackageFolder() } = options;
  const dataDir = path.resolve(options.dataDir);
  const home = await prepareHome(dataDir, systemFolder, logger);
  const binaries = await prepareBinaries(packageFolder, home.account, systemFolder);
  const cluster = await prepareCluster(home, binaries);
  const server = new EmbeddedServer(dataDir, home, binaries, cluster, logger);
  await server.start();
  return {
    connectionString: connectionStringFor(server.socketFolder, name, name),
    adminConnectionString: connectionStringFor(server.socketFolder, superuser, superuser),
    stop: () => server.stop(),
  };
}

/** The life of one PostgreSQL. Who holds the advisory lock, on a connection kept for nothing else, owns DATA_DIR. */
class EmbeddedServer {
  socketFolder = "";
  #child: ChildProcess | undefined;
  #lockClient: pg.Client | undefined;
  #recovery: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #logCheck: NodeJS.Timeout | undefined;

  constructor(
    readonly dataDir: string,
    readonly home: Home,
    readonly binaries: Binaries,
    readonly cluster: string,
    readonly logger: DatabaseLogger,
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
    clearInterval(this.#logCheck);
    process.off("exit", this.#interruptOnExit);
    await this.#recovery;
    // Without the lock it is another process's PostgreSQL.
    if (!this.#lockClient) return;
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

  /** The last moment of a process that ends without `stop()`: nothing may be awaited any more. */
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

  /** Undefined when PostgreSQL went away meanwhile: the process that owned it was just ending. */
  async #tryLock(client: pg.Client): Promise<boolean | undefined> {
    const deadline = Date.now() + lockTimeoutMs;
    try {
      for (;;) {
        const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock(1667328370, 0) AS held");
        if (rows[0]?.held) return true;
        // The lock of a process that was killed a moment ago is given back a moment later.
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
              `PostgreSQL (process ${pidFile.pid}) runs on ${this.cluster} but does not answer. Stop that process, then start Cairn again.`,
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
    // What keeps it from starting may pass: backends of a killed PostgreSQL that have not ended yet.
    if (failedStarts > 0) await sleep(300 * failedStarts);
    const former = this.socketFolder || formerSocketFolder;
    const socketFolder =
      former && (await isPrivateFolder(former, this.home.account)) ? former : await prepareSocketFolder(this.home);
    await removeStaleLocks(this.cluster, socketFolder);
    this.#child = await spawnPostmaster(this.binaries, this.home, this.cluster, socketFolder);
  }

  #lost(): void {
    this.#lockClient = undefined;
    if (this.#stopped) return;
    this.logger.warn("PostgreSQL has ended; starting it again");
    this.#recovery = this.#acquire().then(
      () => this.logger.info("PostgreSQL is running again"),
      (error: unknown) => this.logger.error({ err: error }, "PostgreSQL could not be started again"),
    );
  }
}

/** A connection, or why there is none: nobody listens, or PostgreSQL is starting or shutting down. */
async function tryConnect(socketFolder: string): Promise<pg.Client | "absent" | "busy"> {
  const client = new pg.Client({
    connectionString: connectionStringFor(socketFolder, superuser, superuser),
    application_name: "cairn lock",
    connectionTimeoutMillis: 10_000,
  });
  // The end of the connection is told by "end"; without a listener the error would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // Not awaited: pg never says that a connection has ended which never began.
    client.end().catch(() => undefined);
    const { code } = error as { code?: string };
    if (code === "EACCES") throw new Error(`The socket of PostgreSQL in ${socketFolder} belongs to another user.`);
    return code === "ENOENT" || code === "ECONNREFUSED" ? "absent" : "busy";
  }
}

async function createRoleAndDatabase(client: pg.Client): Promise<void> {
  const role = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN`);
  const database = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
}

function connectionStringFor(socketFolder: string, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socketFolder)}`;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

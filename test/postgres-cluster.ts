import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import getPort from "get-port";
import pg from "pg";
import { type Account, findAccount, runsAsRoot } from "../src/server/database/embedded/unprivileged-account.ts";
import { makeDataFolder } from "./data-folder.ts";
import { pathOf } from "./debian-programs.ts";

const run = promisify(execFile);

type Places = { programs: string; account: Account | undefined };

const superuser = "postgres";
const standingSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_permissions: "0700",
  shared_buffers: "32MB",
  max_connections: "60",
  // The data needn't survive a machine crash, and surviving a kill of PostgreSQL needs no fsync.
  fsync: "off",
  timezone: "UTC",
  log_min_messages: "log",
};

/**
 * Debian's PostgreSQL 15 (`whyNo("postgresql15")`) in a test's own temporary folder. It listens on 127.0.0.1 (with a
 * password) and on a socket that only its user and root can access.
 */
export class PostgresCluster {
  readonly folder: string;
  readonly port: number;
  readonly #places: Places;
  readonly #password: string;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;

  private constructor(
    places: Places,
    folder: string,
    port: number,
    password: string,
    settings: Record<string, string>,
  ) {
    this.#places = places;
    this.folder = folder;
    this.port = port;
    this.#password = password;
    this.#settings = settings;
  }

  /** Creates and starts an empty cluster with the role `cairn`, which owns the empty database `cairn`. */
  static async startNew(settings: Record<string, string> = {}): Promise<PostgresCluster> {
    const places = await findPlaces();
    const folder = await makeFolder(places.account);
    const cluster = new PostgresCluster(places, folder, await getPort(), randomBytes(18).toString("hex"), settings);
    await cluster.#initialize();
    await cluster.#start();
    await cluster.query(`CREATE ROLE cairn LOGIN PASSWORD '${cluster.#password}'`);
    await cluster.query("CREATE DATABASE cairn OWNER cairn");
    return cluster;
  }

  get dataFolder(): string {
    return path.join(this.folder, "data");
  }

  /** Connects as the superuser, through the socket. */
  get adminConnectionString(): string {
    return `postgresql://${superuser}@/${superuser}?host=${encodeURIComponent(path.join(this.folder, "socket"))}&port=${this.port}`;
  }

  /** Connects as the role `cairn`, through 127.0.0.1, by default to the database `cairn`. */
  connectionString(database = "cairn"): string {
    return `postgresql://cairn:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  get password(): string {
    return this.#password;
  }

  /** Resolves when it accepts connections. */
  async #start(): Promise<void> {
    const log = await open(path.join(this.folder, "log"), "a");
    const settings = {
      ...standingSettings,
      ...this.#settings,
      port: String(this.port),
      unix_socket_directories: path.join(this.folder, "socket"),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    this.#child = spawn(path.join(this.#places.programs, "postgres"), ["-D", this.dataFolder, ...flags], {
      ...spawnOptions(this.#places),
      stdio: ["ignore", log.fd, log.fd],
    });
    await log.close();
    const deadline = Date.now() + 60_000;
    while (!(await this.query("SELECT 1").catch(() => undefined))) {
      if (this.#child.exitCode !== null || Date.now() > deadline) {
        const text = await readFile(path.join(this.folder, "log"), "utf8");
        throw new Error(`PostgreSQL did not start in ${this.folder}: ${text.slice(-2000)}`);
      }
      await sleep(50);
    }
  }

  /** Runs one statement as superuser, on a separate connection. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
    database = superuser,
  ): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.adminConnectionString.replace(`/${superuser}?`, `/${database}?`),
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGQUIT");
      await exited;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  async #initialize(): Promise<void> {
    const passwordFile = path.join(this.folder, "password");
    await writeFile(passwordFile, this.#password, { mode: 0o600 });
    const { account, programs } = this.#places;
    if (account) await chown(passwordFile, account.uid, account.gid);
    const flags = ["--auth-local=trust", "--auth-host=scram-sha-256", `--pwfile=${passwordFile}`, "--no-instructions"];
    await run(
      path.join(programs, "initdb"),
      ["-D", this.dataFolder, "-U", superuser, "--encoding=UTF8", "--locale=C", "--no-sync", ...flags],
      spawnOptions(this.#places),
    );
    await rm(passwordFile);
  }
}

/** Options for programs that don't run as root: PostgreSQL's own user, in a folder it can access. */
function spawnOptions({ account }: Places) {
  return {
    cwd: "/",
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  };
}

async function findPlaces(): Promise<Places> {
  const account = runsAsRoot() ? await findAccount() : undefined;
  return { programs: path.dirname(pathOf("postgresql15")), account };
}

async function makeFolder(account: Account | undefined): Promise<string> {
  const folder = await makeDataFolder("cairn-pg-");
  for (const name of ["data", "socket"]) {
    await mkdir(path.join(folder, name), { mode: 0o700 });
    if (account) await chown(path.join(folder, name), account.uid, account.gid);
  }
  await chmod(folder, 0o711);
  return folder;
}

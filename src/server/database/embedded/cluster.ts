import { execFile } from "node:child_process";
import { mkdtemp, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Binaries } from "./binaries.ts";
import { type Home, makePrivateFolder } from "./home-folder.ts";
import { type Account, removeAbandoned } from "./unprivileged-account.ts";

const run = promisify(execFile);

/** The superuser of an embedded cluster. Cairn itself connects as an ordinary role. */
export const superuser = "postgres";

/** Where everything of the embedded PostgreSQL is. */
export type Places = { home: Home; binaries: Binaries; cluster: string };

/** PostgreSQL's programs run as its own user, in a folder that this user can enter. */
export function spawnOptions(account: Account | undefined) {
  return {
    cwd: "/",
    // PGDATA, PGPORT and the like are left out: they may be set for another PostgreSQL.
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  };
}

/**
 * Finds or creates the cluster, PostgreSQL's folder of databases. A new one gets its name when it is complete, so that a killed
 * start leaves no partial cluster.
 */
export async function prepareCluster(home: Home, binaries: Binaries): Promise<string> {
  const cluster = path.join(home.folder, "cluster");
  const version = await readVersion(cluster);
  if (version === undefined) await makeCluster(cluster, home, binaries);
  else if (Number(version) !== binaries.majorVersion) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, and this version of Cairn includes ${binaries.majorVersion}. Dump it with the older version of Cairn, and load it into an empty DATA_DIR.`,
    );
  }
  return cluster;
}

async function makeCluster(cluster: string, home: Home, binaries: Binaries): Promise<void> {
  await removeAbandoned(home.folder, "cluster.new-");
  const draft = await mkdtemp(path.join(home.folder, "cluster.new-"));
  try {
    await makePrivateFolder(draft, home.account);
    await initialize(draft, home.account, binaries);
    await rename(draft, cluster);
    await syncFolder(home.folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster.
    if (isOccupied(error) && (await readVersion(cluster)) !== undefined) return;
    throw error;
  }
}

async function initialize(folder: string, account: Account | undefined, binaries: Binaries): Promise<void> {
  // Connections are only possible through the socket, which is in a private folder.
  const authentication = ["--auth-local=trust", "--auth-host=reject"];
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const program = path.join(binaries.folder, "bin", "initdb");
  try {
    await run(
      program,
      ["-D", folder, "-U", superuser, ...authentication, ...locale, "--no-instructions"],
      spawnOptions(account),
    );
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(
      `PostgreSQL could not create a database in ${folder}: ${(stderr || message).trim()}\nOr set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

async function readVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(cluster, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isOccupied(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTEMPTY" || code === "EEXIST";
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Cairn's role and database. */
const cairn = "cairn";

/** A connection, or "absent" if nothing listens, or "busy" if PostgreSQL is starting or shutting down. */
export async function tryConnect(socketFolder: string): Promise<pg.Client | "absent" | "busy"> {
  const client = new pg.Client({
    connectionString: connectionStringsFor(socketFolder).admin,
    application_name: "cairn lock",
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener the error would end the process; "end" follows.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // Not awaited: it never resolves without a connection.
    client.end().catch(() => undefined);
    const { code } = error as { code?: string };
    if (code === "EACCES") throw new Error(`PostgreSQL's socket in ${socketFolder} belongs to another user.`);
    return code === "ENOENT" || code === "ECONNREFUSED" ? "absent" : "busy";
  }
}

export async function createRoleAndDatabase(client: pg.Client): Promise<void> {
  const role = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [cairn]);
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${cairn} LOGIN`);
  const database = await client.query("SELECT FROM pg_database WHERE datname = $1", [cairn]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${cairn} OWNER ${cairn}`);
}

export function connectionStringsFor(socketFolder: string): { ordinary: string; admin: string } {
  const host = encodeURIComponent(socketFolder);
  return {
    ordinary: `postgresql://${cairn}@/${cairn}?host=${host}`,
    admin: `postgresql://${superuser}@/${superuser}?host=${host}`,
  };
}

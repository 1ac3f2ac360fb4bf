import path from "node:path";
import pg from "pg";
import type { DatabaseLogger } from "../connection.ts";
import { findPackageFolder, prepareBinaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import { prepareHome } from "./home-folder.ts";
import { readPidFile } from "./postmaster.ts";
import { connectionStringsFor, tryConnect } from "./superuser-connection.ts";
import { defaultSystemFolder } from "./system-folder.ts";

export type EmbeddedPostgresOptions = {
  dataDir: string;
  logger: DatabaseLogger;
  /** Used by root for what PostgreSQL's user can't reach elsewhere. */
  systemFolder?: string;
  /** The npm package with PostgreSQL's programs. */
  packageFolder?: string;
  /** Overrides of PostgreSQL's settings: tests need no fsync. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  /** As the role `cairn`, which owns the database `cairn` and isn't a superuser. */
  connectionString: string;
  /** As the superuser `postgres`, for tests that create databases. */
  adminConnectionString: string;
  /** Stops PostgreSQL, closes open connections, and releases DATA_DIR. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL from npm, with its data in `DATA_DIR/postgres` and only a private Unix socket. Takes over one
 * that a killed process left running, and restarts it if it ends.
 * @throws Error with a message for people if another Cairn process uses `dataDir`, this platform has no package, or
 * PostgreSQL doesn't start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { home, binaries, cluster } = await preparePlaces(options);
  if (home.account?.name === "nobody") {
    options.logger.warn(
      "PostgreSQL runs as the user nobody: other programs of this user can read its data. Create a user postgres, or start Cairn as a separate user.",
    );
  }
  const server = new EmbeddedServer(
    path.resolve(options.dataDir),
    home,
    binaries,
    cluster,
    options.logger,
    options.settings ?? {},
  );
  await server.start();
  const { ordinary, admin } = connectionStringsFor(server.socketFolder);
  return { connectionString: ordinary, adminConnectionString: admin, stop: () => server.stop() };
}

/** Connects as `cairn` to the PostgreSQL that another process runs for this `dataDir`; undefined if there is none. */
export async function findRunningPostgres(options: EmbeddedPostgresOptions): Promise<string | undefined> {
  const { cluster } = await preparePlaces(options);
  const socketFolder = (await readPidFile(cluster))?.socketFolder;
  const answer = socketFolder ? await tryConnect(socketFolder) : "absent";
  if (!socketFolder || !(answer instanceof pg.Client)) return undefined;
  await answer.end();
  return connectionStringsFor(socketFolder).ordinary;
}

async function preparePlaces({ dataDir, logger, systemFolder, packageFolder }: EmbeddedPostgresOptions) {
  const system = systemFolder ?? defaultSystemFolder;
  const home = await prepareHome(path.resolve(dataDir), system, logger);
  const binaries = await prepareBinaries(packageFolder ?? findPackageFolder(), home.account, system);
  return { home, binaries, cluster: await prepareCluster(home, binaries) };
}

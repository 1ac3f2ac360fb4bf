import path from "node:path";
import pg from "pg";
import type { DatabaseLogger } from "../connection.ts";
import { findPackageFolder, prepareBinaries } from "./binaries.ts";
import { type Places, prepareCluster } from "./cluster.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import { prepareHome } from "./home-folder.ts";
import { readPidFile } from "./postmaster.ts";
import { connectionStringsFor, tryConnect } from "./superuser-connection.ts";
import { defaultSystemFolder } from "./system-folder.ts";

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

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
  /** Where root puts what PostgreSQL's own user cannot reach elsewhere. */
  systemFolder?: string;
  /** The npm package with PostgreSQL's programs. */
  packageFolder?: string;
  /** In place of Cairn's own: tests need no fsync. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  /** For the role `cairn`, owner of the database `cairn` and no superuser. */
  connectionString: string;
  /** For the superuser `postgres`: tests make databases with it. */
  adminConnectionString: string;
  /** Shuts PostgreSQL down, cutting connections that are still open, and lets another process use DATA_DIR. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with npm, with its data in `DATA_DIR/postgres`, listening on a Unix socket only that
 * nobody else can open. One that is left running by a killed process is taken over. While Cairn runs, PostgreSQL is
 * started again should it end.
 *
 * @throws Error with a sentence for people: when another Cairn process uses `dataDir`, when this platform has no
 *   package, when PostgreSQL does not start
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

/** For the role `cairn`, where another process runs the PostgreSQL of this `dataDir`; undefined where none runs. */
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

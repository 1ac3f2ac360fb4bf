import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { buildServer } from "../scripts/build-server.ts";
import { identityMigrations } from "../src/identity/identity-migrations.ts";
import { openDatabase } from "../src/server/database/connection.ts";
import { startEmbeddedPostgres } from "../src/server/database/embedded/start-postgres.ts";
import { migrate, serverMigrations } from "../src/server/database/migrate.ts";
import { makeDataFolder, removeDataFolder } from "./data-folder.ts";
import { connectionStringFor, type TestServer } from "./database-server.ts";
import { PostgresCluster } from "./postgres-cluster.ts";

const builtFolder = fileURLToPath(new URL("../dist/test", import.meta.url));
const preloads = { "fast-timers": "test/fast-timers.ts", "uncaught-errors": "test/uncaught-errors.ts" };

type Setup = { testServer: TestServer; stop(): Promise<void> };
let shared: { setup: Promise<Setup>; users: number } | undefined;

/** Once for all projects of the run: its PostgreSQL, and the server that tests start as processes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepare = async () => {
    const [made] = await Promise.all([startDatabases(), buildServer(builtFolder, preloads)]);
    return made;
  };
  shared ??= { setup: prepare(), users: 0 };
  shared.users++;
  const { testServer, stop } = await shared.setup;
  project.provide("testServer", testServer);
  project.provide("builtServer", join(builtFolder, "server"));
  project.onTestsRerun(() => buildServer(builtFolder, preloads));
  return async () => {
    if (shared && --shared.users === 0) await stop();
  };
}

/**
 * Starts an embedded PostgreSQL, or Debian's with TEST_POSTGRESQL=15, or uses the one in TEST_DATABASE_URL (its role
 * must be allowed to create databases). Migrates the template that `createTestDatabase` copies.
 */
async function startDatabases(): Promise<Setup> {
  const server = await findServer(process.env);
  const template = `cairn_template_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server.adminConnectionString });
  try {
    await admin.connect();
    const ownership = server.owner ? `OWNER ${server.owner}` : "";
    await admin.query(`CREATE DATABASE ${template} ${ownership} TEMPLATE template0 ENCODING 'UTF8'`);
    const connectionString = connectionStringFor(server.adminConnectionString, template, server.owner);
    const database = openDatabase(connectionString);
    try {
      await migrate(database.pool, serverMigrations);
      await migrate(database.pool, identityMigrations);
    } finally {
      await database.close();
    }
  } catch (error) {
    await admin.end().catch(() => undefined);
    await server.stop();
    throw error;
  }
  const { adminConnectionString, owner } = server;
  const stop = async () => {
    await dropDatabases(admin, template);
    await admin.end();
    await server.stop();
  };
  return { testServer: { adminConnectionString, owner, template }, stop };
}

async function findServer({ TEST_DATABASE_URL, TEST_POSTGRESQL }: NodeJS.ProcessEnv) {
  if (TEST_DATABASE_URL) {
    return { adminConnectionString: TEST_DATABASE_URL, owner: undefined, stop: async () => undefined };
  }
  if (TEST_POSTGRESQL === undefined) return startTemporaryServer();
  if (TEST_POSTGRESQL !== "15") throw new Error("TEST_POSTGRESQL can be 15; without it tests run on the embedded one.");
  const cluster = await PostgresCluster.startNew({ max_connections: "200" });
  const { adminConnectionString } = cluster;
  return { adminConnectionString, owner: "cairn", stop: () => cluster.remove() };
}

async function startTemporaryServer() {
  const dataDir = await makeDataFolder("cairn-test-");
  const logger = { info: () => undefined, warn: console.warn, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: { fsync: "off", max_connections: "200" } });
  return {
    adminConnectionString: server.adminConnectionString,
    owner: "cairn",
    async stop() {
      await server.stop();
      await removeDataFolder(dataDir);
    },
  };
}

/** Drops the template and the leftovers of interrupted test files. */
async function dropDatabases(admin: pg.Client, template: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
    [template],
  );
  for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
}

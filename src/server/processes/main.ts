import { mkdir } from "node:fs/promises";
import { type Logger, pino } from "pino";
import { identityMigrations } from "../../identity/identity-migrations.ts";
import { startSweep } from "../../identity/sessions/sweep-expired.ts";
import { type Config, loadConfig } from "../config.ts";
import { openDatabase } from "../database/connection.ts";
import { startEmbeddedPostgres } from "../database/embedded/start-postgres.ts";
import { migrate, serverMigrations } from "../database/migrate.ts";
import { eraserOf } from "./identity-provider.ts";
import { createSharedServices, createWorkerServices } from "./services.ts";
import { Started } from "./started.ts";
import { startWeb } from "./web.ts";
import { startWorker } from "./worker.ts";

/** It writes down what it holds in memory, and has deadlines of its own. */
const postgresTimeoutMs = 2 * 60_000;

/** From the settings to a process that does what its role says, and back. */
async function main(): Promise<void> {
  const config = readSettings();
  const logger = pino({ level: config.logLevel, redact: ["req.headers.authorization", "headers.authorization"] });
  const started = new Started(logger);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void started.endAll().then(() => process.exit(0)));
  }
  try {
    await start(config, logger, started);
  } catch (error) {
    // told to end before it had begun
    if (started.isEnding) return;
    logger.fatal({ err: error }, "could not start");
    console.error(error instanceof Error ? error.message : error);
    await started.endAll();
    process.exit(1);
  }
}

/** The settings, or an end with what is wrong with them and nothing else. */
function readSettings(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(config: Config, logger: Logger, started: Started): Promise<void> {
  // As root PostgreSQL runs as a user of its own, who has to pass; what lies inside is closed to others by itself.
  await mkdir(config.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const database = openDatabase(config.databaseUrl ?? (await startPostgres(config, logger, started)), {
    logger,
    applicationName: config.role === "all" ? "cairn" : `cairn ${config.role}`,
  });
  started.add("database connections", database.close);
  if (started.isEnding) return;
  await migrate(database.pool, serverMigrations, { logger });
  const hasIdentity = !config.oidc.externalIssuer;
  if (hasIdentity) await migrate(database.pool, identityMigrations, { logger });

  const services = await createSharedServices(config, logger, database.db);
  if (config.role !== "web") {
    const worker = startWorker(createWorkerServices(services, database.pool));
    started.add("worker", worker.stop);
    if (hasIdentity)
      started.add(
        "sweep of sign-ins",
        startSweep({ pool: database.pool, logger, onAccountRemoved: eraserOf(services) }).stop,
      );
  }
  if (config.role !== "worker") await startWeb(services, database.pool, started);
  else console.log("Cairn's worker is ready");
}

async function startPostgres(config: Config, logger: Logger, started: Started): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  // before it runs, so that it is stopped even where we are told to end at this moment
  const stop = () =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    );
  started.add("PostgreSQL", stop, { timeoutMs: postgresTimeoutMs });
  return (await starting).connectionString;
}

await main();

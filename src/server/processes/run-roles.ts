import type { Logger } from "pino";
import { identityMigrations } from "../../identity/identity-migrations.ts";
import { startSweep } from "../../identity/sessions/sweep-expired.ts";
import type { Ending } from "../calls/ending.ts";
import { describeClockDifference, measureClockDifference } from "../database/clock.ts";
import { openDatabase } from "../database/connection.ts";
import { getInstallationSecret } from "../database/installation.ts";
import { migrate, serverMigrations } from "../database/migrate.ts";
import { serveMetrics } from "../metrics/metrics.ts";
import type { Config } from "../settings/config.ts";
import { awaitDatabase } from "./await-database.ts";
import { eraserOf } from "./identity-provider.ts";
import { makeMetrics, measureJobs, measureMachine, measureUploads } from "./process-metrics.ts";
import { createSharedServices } from "./services.ts";
import type { Started } from "./started.ts";
import { startWeb } from "./web.ts";
import { startWorker } from "./worker.ts";

export type RunOptions = {
  config: Config;
  logger: Logger;
  started: Started;
  /** The part of ROLE that this process runs. */
  part: Config["role"];
  databaseUrl: string;
  ending: Ending;
  /** Another process leads this one and reports its metrics. */
  isLed: boolean;
  showsNotices: boolean;
  /** Sets the key that replaces addresses in the log. */
  hideAddressesBy: (secret: string) => void;
};

export async function runRoles(options: RunOptions): Promise<void> {
  const { config, logger, started, part, databaseUrl } = options;
  const database = openDatabase(databaseUrl, {
    logger,
    applicationName: part === "all" ? "cairn" : `cairn ${part}`,
    maxConnections: config.databaseConnections,
  });
  started.add("database connections", database.close);
  await awaitDatabase(database.pool, { logger, isEnding: () => started.isEnding });
  if (started.isEnding) return;
  const difference = describeClockDifference(await measureClockDifference(database.db));
  if (difference) logger.error(difference);
  await migrate(database.pool, serverMigrations, { logger });
  const hasIdentity = !config.oidc.externalIssuer;
  if (hasIdentity) await migrate(database.pool, identityMigrations, { logger });

  options.hideAddressesBy(await getInstallationSecret(database.db, "log_address_key"));
  const metrics = config.metrics && makeMetrics(database.pool, logger);
  const services = await createSharedServices(config, logger, database.db, database.pool, metrics);
  if (metrics) {
    process.on("uncaughtExceptionMonitor", () => metrics.uncaughtErrors.inc());
    measureMachine(metrics, { db: database.db, dataDir: config.dataDir });
    if (part !== "worker") measureUploads(metrics, services);
    if (part !== "web") measureJobs(metrics, database.db);
    if (options.isLed) metrics.answerLeader();
    else if (config.metrics) {
      const describe = () => metrics.describe();
      started.add("figures", await serveMetrics({ ...config.metrics, describe, logger }));
    }
  }
  if (part !== "web") {
    const worker = startWorker(services, database.pool);
    started.add("worker", worker.stop);
    if (hasIdentity)
      started.add(
        "sweep of sign-ins",
        startSweep({ pool: database.pool, logger, onAccountRemoved: eraserOf(services) }).stop,
      );
  }
  if (part !== "worker") await startWeb(services, database.pool, options);
}

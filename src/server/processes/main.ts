import cluster from "node:cluster";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import type { Logger } from "pino";
import { photoDecodeBytesMax } from "../../contract/limits.ts";
import { Ending } from "../calls/ending.ts";
import { startEmbeddedPostgres } from "../database/embedded/start-postgres.ts";
import { metricsOfFollowers, serveMetrics } from "../metrics/metrics.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { type Config, loadConfig } from "../settings/config.ts";
import { LedProcesses, type Part, partsOf } from "./lead-processes.ts";
import { makeLogger, printAsLog } from "./make-logger.ts";
import { type RunOptions, runRoles } from "./run-roles.ts";
import { shareConnections } from "./share-connections.ts";
import { Started } from "./started.ts";
import { endDeadlineMs } from "./web.ts";

/** It writes its memory to disk, and has deadlines of its own. */
const postgresTimeoutMs = 2 * 60_000;
/** A led process is killed this long after its own deadline. */
const killAfterMs = 15_000;

async function main(): Promise<void> {
  printAsLog();
  const config = readSettings();
  const { logger, hideAddressesBy } = makeLogger(config.logLevel);
  const started = new Started(logger);
  const ending = new Ending();
  endInOrder({ logger, started, ending });
  try {
    await start({ config, logger, started, hideAddressesBy, ending });
  } catch (error) {
    if (started.isEnding) return;
    logger.fatal({ err: error }, "could not start");
    if (process.stdout.isTTY) console.error(error instanceof Error ? error.message : error);
    await started.endAll();
    process.exit(1);
  }
}

/**
 * Ends the process on a signal or an uncaught error, which leaves an unknown state. Running work is finished first,
 * within the deadlines of `Started`.
 */
function endInOrder({ logger, started, ending }: Pick<RunOptions, "logger" | "started" | "ending">): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await started.endAll();
    await leaveLeader();
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, end);
  }
  if (cluster.isWorker) {
    process.on("SIGHUP", () => {
      ending.expectReplacement();
      void end();
    });
  }
  // Unhandled rejections arrive here as well.
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error: the process ends");
    process.exitCode = 1;
    void end();
  });
}

/** Exits with the errors of the settings and nothing else. */
function readSettings(): Config {
  try {
    // The build replaces this with the value that the pages were built with.
    return loadConfig({ ...process.env, VITE_API_BASE: process.env.VITE_API_BASE });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(options: Pick<RunOptions, "config" | "logger" | "started" | "hideAddressesBy" | "ending">) {
  const { config, logger, started } = options;
  // If we are root, PostgreSQL runs as another user, who must be able to enter; its own folders are closed to others.
  await mkdir(config.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const databaseUrl = config.databaseUrl ?? (await startPostgres(config, logger, started));
  if (started.isEnding) return;
  const own = findOwnPart();
  if (own) {
    pictureDecoders.limitMemory(photoDecodeBytesMax / partsOf(config).length);
    await runRoles({ ...options, databaseUrl, part: own.part, isLed: true, showsNotices: own.isFirst });
    return;
  }
  if (config.processes > 1 && config.role !== "worker") await leadProcesses({ config, logger, started, databaseUrl });
  else await runRoles({ ...options, databaseUrl, part: config.role, isLed: false, showsNotices: true });
  if (started.isEnding) return;
  // Scripts wait for this line, the last one.
  console.log(config.role === "worker" ? "Cairn's worker is ready" : `Cairn is listening on ${config.publicUrl}`);
}

/** Resolves when all processes are ready. SIGHUP replaces them without refused requests. */
async function leadProcesses(
  options: Pick<RunOptions, "config" | "logger" | "started" | "databaseUrl">,
): Promise<void> {
  const { config, logger, started, databaseUrl } = options;
  const parts = partsOf(config);
  const connections = await shareConnections(options, parts.length);
  const environment = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(connections) };
  const { describe, countLost: onLost } = metricsOfFollowers();
  const endTimeoutMs = endDeadlineMs(config) + killAfterMs;
  const processes = new LedProcesses(parts, { environment, logger, started, endTimeoutMs, onLost });
  started.add("processes", () => processes.end(), { timeoutMs: 2 * endTimeoutMs });
  if (config.metrics) started.add("figures", await serveMetrics({ ...config.metrics, describe, logger }));
  await processes.start();
  process.on("SIGHUP", () => processes.renew());
}

/** The part of a led process, which ends with its leader. */
function findOwnPart(): { part: Part; isFirst: boolean } | undefined {
  if (!cluster.isWorker) return undefined;
  return { part: process.env.CAIRN_PART as Part, isFirst: process.env.CAIRN_FIRST === "1" };
}

/** Passes connections that it hasn't accepted to another process. */
async function leaveLeader(): Promise<void> {
  const { worker } = cluster;
  if (!worker?.isConnected()) return;
  const left = once(worker, "disconnect");
  worker.disconnect();
  await left;
}

async function startPostgres(config: Config, logger: Logger, started: Started): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  // Added before it runs, so that it is stopped even if the end comes now.
  const stop = () =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    );
  started.add("PostgreSQL", stop, { timeoutMs: postgresTimeoutMs });
  return (await starting).connectionString;
}

await main();

import cluster from "node:cluster";
import { mkdir } from "node:fs/promises";
import type { Logger } from "pino";
import { type Config, loadConfig } from "../config.ts";
import { startEmbeddedPostgres } from "../database/embedded/start-postgres.ts";
import { Ending } from "../http/ending.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { leadProcesses } from "./lead-processes.ts";
import { followLeader } from "./leader-messages.ts";
import { makeLogger } from "./make-logger.ts";
import { type RunOptions, runRoles } from "./run-roles.ts";
import { Started } from "./started.ts";

/** It writes down what it holds in memory, and has deadlines of its own. */
const postgresTimeoutMs = 2 * 60_000;

/** From the settings to a process that does what its role says, and back. */
async function main(): Promise<void> {
  const config = readSettings();
  const { logger, hideAddressesBy } = makeLogger(config.logLevel);
  const started = new Started(logger);
  const ending = new Ending();
  const follower = followLeader(ending);
  endInOrder({ logger, started, follower });
  try {
    await start({ config, logger, started, hideAddressesBy, ending, follower });
  } catch (error) {
    // told to end before it had begun
    if (started.isEnding) return;
    logger.fatal({ err: error }, "could not start");
    console.error(error instanceof Error ? error.message : error);
    await started.endAll();
    process.exit(1);
  }
}

/**
 * Ends the process when it is told to, or when nothing caught an error: nobody knows what state that leaves it in. Either way
 * what is under way is finished first, within the deadlines of `Started`.
 */
function endInOrder({ logger, started, follower }: Pick<RunOptions, "logger" | "started" | "follower">): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await started.endAll();
    await follower?.leave();
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, end);
  }
  // Node makes one of a rejection that nothing handled, too.
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "nothing caught this error: the process ends");
    process.exitCode = 1;
    end();
  });
}

/** The settings, or an end with what is wrong with them and nothing else. */
function readSettings(): Config {
  try {
    // The build writes in what the pages were built with, whatever is set when the server starts.
    return loadConfig({ ...process.env, VITE_API_BASE: process.env.VITE_API_BASE });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(options: Omit<RunOptions, "part" | "databaseUrl">): Promise<void> {
  const { config, logger, started, follower } = options;
  if (follower) pictureDecoders.takeMemoryOf(follower.memory);
  // As root PostgreSQL runs as a user of its own, who has to pass; what lies inside is closed to others by itself.
  await mkdir(config.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const databaseUrl = config.databaseUrl ?? (await startPostgres(config, logger, started));
  if (started.isEnding) return;
  if (cluster.isPrimary && config.processes > 1 && config.role !== "worker") {
    const notices = await leadProcesses({ config, logger, started, databaseUrl });
    if (!started.isEnding) announce(config, config.role, notices);
    return;
  }
  const part = follower?.part ?? config.role;
  const { findNotices } = await runRoles({ ...options, part, databaseUrl });
  if (started.isEnding) return;
  if (follower) follower.sayReady(follower.isFirst ? await findNotices() : []);
  else announce(config, part, await findNotices());
}

/** The last line is what those who wait for the start look for. */
function announce(config: Config, part: Config["role"], notices: string[]): void {
  for (const notice of notices) console.log(notice);
  console.log(part === "worker" ? "Cairn's worker is ready" : `Cairn is listening on ${config.publicUrl}`);
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

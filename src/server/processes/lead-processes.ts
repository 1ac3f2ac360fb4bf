import type { Logger } from "pino";
import { photoDecodeBytesMax } from "../../contract/limits.ts";
import type { Config } from "../config.ts";
import { openDatabase } from "../database/connection.ts";
import { findConnectionsAllowed } from "../database/connections-allowed.ts";
import { metricsOfFollowers } from "../metrics/metrics.ts";
import { serveMetrics } from "../metrics/serve-metrics.ts";
import { ByteBudget } from "../photos/decoding/byte-budget.ts";
import { awaitDatabase } from "./await-database.ts";
import { FollowerProcess } from "./follower-process.ts";
import type { Orders } from "./leader-messages.ts";
import type { Started } from "./started.ts";
import { endDeadlineMs } from "./web.ts";

/** For commands (`npm run account`, a backup) while the server runs. */
const spareConnections = 5;
const fewestConnections = 3;
/** After its own deadlines it is killed. */
const killAfterMs = 15_000;

type LeadOptions = { config: Config; logger: Logger; started: Started; databaseUrl: string };

/**
 * Starts the processes that answer requests, all at one port, and with ROLE=all one for the work in the background. One
 * that dies is started again. SIGHUP starts each of them anew, one after the other, without a request being refused.
 * Resolves with what they have to say when all are ready.
 */
export async function leadProcesses({ config, logger, started, databaseUrl }: LeadOptions): Promise<string[]> {
  const parts: Orders["CAIRN_PART"][] = Array.from({ length: config.processes }, () => "web");
  if (config.role === "all") parts.push("worker");
  const connections = await shareConnections({ config, logger, started, databaseUrl }, parts.length);
  if (connections < config.databaseConnections)
    logger.info({ connections, processes: parts.length }, "each process opens fewer connections to the database");
  const orders = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(connections) };
  const endTimeoutMs = endDeadlineMs(config) + killAfterMs;
  const onUploads = () => {
    for (const follower of followers) if (follower.part === "worker") follower.tell({ type: "cairn:uploads" });
  };
  const memory = new ByteBudget(photoDecodeBytesMax);
  const { describe, countLost: onLost } = metricsOfFollowers();
  const options = { orders, logger, endTimeoutMs, onUploads, onLost, memory };
  const followers = parts.map((part) => new FollowerProcess({ ...options, part }));
  started.add("processes", () => endInOrder(followers), { timeoutMs: 2 * endTimeoutMs });
  if (config.metrics) started.add("figures", await serveMetrics({ ...config.metrics, describe, logger }));
  const [first, ...others] = followers;
  // Alone, so that what keeps all of them from starting is said once, and the first answers come early.
  const notices = (await first?.start({ isFirst: true })) ?? [];
  if (!started.isEnding) await Promise.all(others.map((follower) => follower.start()));
  process.on("SIGHUP", restartInTurn(followers, logger, started));
  return notices;
}

/** Those who answer first: the worker does what they have left to do. */
async function endInOrder(followers: readonly FollowerProcess[]): Promise<void> {
  for (const part of ["web", "worker"] as const) {
    await Promise.all(followers.filter((follower) => follower.part === part).map((follower) => follower.end()));
  }
}

function restartInTurn(followers: readonly FollowerProcess[], logger: Logger, started: Started): () => void {
  let isRunning = false;
  const restart = async () => {
    for (const follower of followers) {
      if (started.isEnding) return;
      await follower.replace();
    }
    logger.info("all processes were started anew");
  };
  return () => {
    if (isRunning) return;
    isRunning = true;
    restart()
      .catch((error: unknown) => logger.error({ err: error }, "the processes of before go on: a new one did not start"))
      .finally(() => {
        isRunning = false;
      });
  };
}

/** While one is replaced there is one more. */
async function shareConnections(
  { config, logger, started, databaseUrl }: LeadOptions,
  processes: number,
): Promise<number> {
  const { db, pool, close } = openDatabase(databaseUrl, { logger, maxConnections: 1 });
  const allowed = await awaitDatabase(pool, { logger, isEnding: () => started.isEnding })
    .then(() => findConnectionsAllowed(db))
    .finally(close);
  const share = Math.floor((allowed - spareConnections) / (processes + 1));
  if (share < fewestConnections) {
    throw new Error(
      `PostgreSQL allows ${allowed} connections, too few for ${processes} processes: raise its max_connections, or lower PROCESSES.`,
    );
  }
  return Math.min(config.databaseConnections, share);
}

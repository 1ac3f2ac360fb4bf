import type { Pool } from "pg";
import type { Logger } from "pino";
import { measureClockDifference } from "../database/clock.ts";
import { countRepeats, type Db } from "../database/connection.ts";
import { measureFreeBytes } from "../incoming/disk-room.ts";
import { countJobs } from "../jobs/job-queue.ts";
import { Metrics } from "../metrics/metrics.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import type { SharedServices } from "./services.ts";

export function makeMetrics(pool: Pool, logger: Logger): Metrics {
  const metrics = new Metrics({ onError: (error) => logger.warn({ err: error }, "a metric could not be read") });
  metrics.addGauge({
    name: "cairn_database_connections",
    help: "Open and idle database connections",
    labels: ["state"],
    read: () => [
      { labels: { state: "open" }, value: pool.totalCount },
      { labels: { state: "idle" }, value: pool.idleCount },
    ],
  });
  metrics.addGauge({
    name: "cairn_database_waiting",
    help: "Requests waiting for a database connection",
    read: () => [{ value: pool.waitingCount }],
  });
  metrics.addGauge({
    name: "cairn_transactions_repeated",
    help: "Transactions that were begun once more after a deadlock",
    read: () => [{ value: countRepeats() }],
  });
  metrics.addGauge({
    name: "cairn_decoder_processes",
    help: "Busy photo decoders, and tasks waiting for one",
    labels: ["state"],
    read: () => [
      { labels: { state: "working" }, value: pictureDecoders.workingCount },
      { labels: { state: "waiting" }, value: pictureDecoders.waitingCount },
    ],
  });
  return metrics;
}

/** What an operator watches on every machine; of several processes, the worst clock counts. */
export function measureMachine(metrics: Metrics, { db, dataDir }: { db: Db; dataDir: string }): void {
  metrics.addGauge({
    name: "cairn_clock_difference_seconds",
    help: "How far the clocks of the process and the database are apart",
    overProcesses: "max",
    read: async () => [{ value: Math.abs(await measureClockDifference(db)) }],
  });
  metrics.addGauge({
    name: "cairn_disk_free_bytes",
    help: "Free space on the disk of DATA_DIR",
    overProcesses: "max",
    read: async () => [{ value: await measureFreeBytes(dataDir) }],
  });
}

export function measureUploads(metrics: Metrics, { callCosts }: Pick<SharedServices, "callCosts">): void {
  metrics.addGauge({
    name: "cairn_uploads_running",
    help: "Uploads in progress",
    read: () => [{ value: callCosts.counts().upload.running }],
  });
}

/** Metrics of the role worker; each worker reports all jobs of the installation. */
export function measureJobs(metrics: Metrics, db: Db): void {
  metrics.addGauge({
    name: "cairn_jobs",
    help: "Jobs: waiting, due later, running, failed for good",
    labels: ["kind", "state"],
    overProcesses: "max",
    read: async () => (await countJobs(db)).map(({ kind, state, jobs }) => ({ labels: { kind, state }, value: jobs })),
  });
  metrics.addGauge({
    name: "cairn_jobs_oldest_seconds",
    help: "How long the oldest waiting job has been due",
    labels: ["kind"],
    overProcesses: "max",
    read: async () =>
      (await countJobs(db))
        .filter(({ state }) => state === "waiting")
        .map(({ kind, oldestSeconds }) => ({ labels: { kind }, value: oldestSeconds })),
  });
}

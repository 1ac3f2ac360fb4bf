import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Db } from "../database/connection.ts";
import { countJobs } from "../jobs/count-jobs.ts";
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

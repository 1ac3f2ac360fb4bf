import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BaseLogger } from "pino";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Reading = { labels?: Record<string, string>; value: number };

export type GaugeOptions = {
  /** Starts with `cairn_` and ends with its unit. */
  name: string;
  help: string;
  labels?: readonly string[];
  /** How values of several processes are combined; `max` if each reports the whole installation. */
  overProcesses?: "sum" | "max";
  read: () => Reading[] | Promise<Reading[]>;
};

const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/**
 * The metrics of this process for Prometheus. Labels are words of the code, such as a route's pattern: paths would
 * contain names and create endless series.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  /** Called for a gauge that can't be read, for example during an outage. */
  readonly #onError: (error: unknown) => void;
  readonly requestSeconds = new Histogram({
    name: "cairn_http_request_duration_seconds",
    help: "From the first byte of a request to the last byte of its response",
    labelNames: ["method", "route", "status"],
    buckets: durationBucketsSeconds,
    registers: this.#registers,
  });
  readonly uploadBytes = new Counter({
    name: "cairn_upload_bytes_total",
    help: "Bytes of complete requests with photos or parts of them",
    registers: this.#registers,
  });
  readonly storeErrors = new Counter({
    name: "cairn_photo_store_errors_total",
    help: "Failures of the photo store",
    labelNames: ["operation"],
    registers: this.#registers,
  });
  readonly uncaughtErrors = new Counter({
    name: "cairn_uncaught_errors_total",
    help: "Uncaught errors: the process ends after the first",
    registers: this.#registers,
  });

  constructor({ onError }: { onError: (error: unknown) => void }) {
    this.#onError = onError;
    collectDefaultMetrics({ register: this.#registry });
  }

  addGauge({ name, help, labels = [], overProcesses = "sum", read }: GaugeOptions): void {
    const onError = this.#onError;
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      aggregator: overProcesses,
      registers: this.#registers,
      async collect() {
        this.reset();
        try {
          for (const { labels: values, value } of await read()) this.set(values ?? {}, value);
        } catch (error) {
          onError(error);
        }
      },
    });
  }

  async describe(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Sends this process's metrics to its leader on request. */
  answerLeader(): void {
    AggregatorRegistry.setRegistries(this.#registers);
    new AggregatorRegistry();
  }
}

/**
 * The metrics of a leader: the sum of its processes, and how many it lost. `describe` rejects if one doesn't respond.
 */
export function metricsOfFollowers(): { describe: () => Promise<string>; countLost: () => void } {
  const followers = new AggregatorRegistry();
  const own = new Registry();
  const lost = new Counter({
    name: "cairn_processes_lost_total",
    help: "Processes that ended unexpectedly; each was replaced",
    registers: [own],
  });
  return {
    describe: async () => (await followers.clusterMetrics()) + (await own.metrics()),
    countLost: () => lost.inc(),
  };
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Bodies with photos: forms, parts of uploads, bundles. */
const uploadTypes = /^(multipart\/form-data|application\/(offset\+octet-stream|zip|octet-stream))\b/;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: methods.has(request.method) ? request.method : "other",
      route: request.routeOptions.url ?? "none",
      status: String(reply.statusCode),
    };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    if (isUpload(request) && request.raw.complete) {
      metrics.uploadBytes.inc(Number(request.headers["content-length"]) || 0);
    }
  });
}

function isUpload({ headers }: FastifyRequest): boolean {
  return uploadTypes.test(headers["content-type"] ?? "");
}

type ServeMetricsOptions = {
  host: string;
  port: number;
  describe: () => Promise<string>;
  logger: Pick<BaseLogger, "warn">;
};

/** Serves `GET /metrics` on a private port. Resolves with a function that stops it. */
export async function serveMetrics({ host, port, describe, logger }: ServeMetricsOptions): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    describe().then(
      (text) => response.writeHead(200, { "content-type": metricsContentType }).end(text),
      (error: unknown) => {
        logger.warn({ err: error }, "the metrics could not be read");
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A figure by the values of its labels, in the order of `labels`. */
export type Reading = { labels?: Record<string, string>; value: number };

export type GaugeOptions = {
  /** Begins with `cairn_` and ends with its unit. */
  name: string;
  help: string;
  labels?: readonly string[];
  /** What stands for several processes; `max` where each of them tells of the whole installation. */
  overProcesses?: "sum" | "max";
  /** Asked whenever the figures are read. */
  read: () => Reading[] | Promise<Reading[]>;
};

const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/**
 * The figures of this process for Prometheus. Labels are words of the program, such as the pattern of a route: a path would
 * name people, and make as many series as there are.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #durations;
  readonly #uploadBytes;
  readonly #storeErrors;
  readonly #uncaughtErrors;
  /** A reading that failed, such as of a database that is away, is left out and told of. */
  readonly #onError: (error: unknown) => void;

  constructor({ onError }: { onError: (error: unknown) => void }) {
    this.#onError = onError;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#durations = new Histogram({
      name: "cairn_http_request_duration_seconds",
      help: "From the first byte of a request to the last byte of its response",
      labelNames: ["method", "route", "status"],
      buckets: durationBucketsSeconds,
      registers,
    });
    this.#uploadBytes = new Counter({
      name: "cairn_upload_bytes_total",
      help: "Bytes of complete requests with photos or parts of them",
      registers,
    });
    this.#storeErrors = new Counter({
      name: "cairn_photo_store_errors_total",
      help: "Failures of the photo store",
      labelNames: ["operation"],
      registers,
    });
    this.#uncaughtErrors = new Counter({
      name: "cairn_uncaught_errors_total",
      help: "Uncaught errors: the process ends after the first",
      registers,
    });
  }

  countRequest(labels: { method: string; route: string; status: string }, seconds: number): void {
    this.#durations.observe(labels, seconds);
  }

  countUploadBytes(bytes: number): void {
    this.#uploadBytes.inc(bytes);
  }

  countStoreError(operation: string): void {
    this.#storeErrors.inc({ operation });
  }

  countUncaughtError(): void {
    this.#uncaughtErrors.inc();
  }

  addGauge({ name, help, labels = [], overProcesses = "sum", read }: GaugeOptions): void {
    const onError = this.#onError;
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      aggregator: overProcesses,
      registers: [this.#registry],
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

  /** In the text format of Prometheus. */
  async describe(): Promise<string> {
    return this.#registry.metrics();
  }

  /** From now on this process answers the one that leads it when that one asks for the figures of all. */
  answerLeader(): void {
    AggregatorRegistry.setRegistries([this.#registry]);
    new AggregatorRegistry();
  }
}

/**
 * Of a process that leads others: the figures of all those together, and how many it lost. `describe` rejects where one of
 * them does not answer.
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

/** How the text is labelled for whoever reads it. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { BaseLogger } from "pino";
import type { Db } from "../database/connection.ts";
import { OneAtATime } from "../one-at-a-time.ts";
import type { HostPlaces } from "../outward/host-places.ts";
import { type ClaimedJob, claimJob, extendLease, finishJob, type HostFilter, type JobHandler } from "./job-queue.ts";

export type JobRunnerOptions = {
  db: Db;
  handlers: readonly JobHandler[];
  logger: Pick<BaseLogger, "error" | "warn">;
  /** How often it polls without `wake`. Default 5 s. */
  pollMs?: number;
  /** When another runner takes over the job of a dead one. Default 30 s. */
  leaseMs?: number;
  /**
   * True for errors that aren't the job's, such as outages: the attempt doesn't count, and the job is retried without a
   * limit.
   */
  isPassing?: (error: unknown) => boolean;
  /** Jobs run at once, as their hosts have places. Its only handler names the hosts. Without it, one job runs at a time. */
  places?: HostPlaces;
};

export type JobRunner = {
  wake(): void;
  /** Starts no further job and waits for the current one. */
  stop(): Promise<void>;
};

/** A job that asks to run again gets no earlier turn, so that none can keep a runner busy. */
const laterMsMin = 1_000;

/** Thrown by handlers to run the job again after a pause, by the database's clock; the attempt doesn't count. */
export class RunLater extends Error {
  readonly pauseMs: number;

  constructor(pauseMs = 0) {
    super("runs again later");
    this.pauseMs = Math.max(laterMsMin, pauseMs);
  }
}

const backoffMinMs = 5_000;
const backoffMaxMs = 6 * 60 * 60_000;

/** 5 s, 10 s, 20 s … up to 6 h, each shortened at random by up to a half. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(backoffMaxMs, backoffMinMs * 2 ** (attempts - 1));
  return Math.round(full * (1 - random() / 2));
}

/** Shorter than the polling interval, so that it saves the result before others take over. */
const writeDownPauseMaxMs = 4_000;

const passingPauseMaxMs = 10 * 60_000;

/**
 * Half of the job's age, between 5 s and 10 min, shortened at random by up to a half, so that jobs resume soon after an
 * outage.
 */
export function passingPauseMs(ageMs: number, random: () => number = Math.random): number {
  const full = Math.min(passingPauseMaxMs, Math.max(backoffMinMs, ageMs / 2));
  return Math.round(full * (1 - random() / 2));
}

/** Runs the jobs of its handlers, one at a time or by `places`, as soon as they are due. It keeps the process alive. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, handlers, logger, pollMs = 5_000, leaseMs = 30_000, isPassing = () => false, places } = options;
  const handlerOf = new Map(handlers.map((handler) => [handler.kind, handler]));
  const kinds = [...handlerOf.keys()];
  let stopped = false;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  /** Each claim may look through all waiting jobs, so a job that ends is followed by one, and only `wake` looks for all. */
  let claims = 0;
  const working = new OneAtATime(work, (error) => logger.error({ err: error }, "the job queue does not respond"));
  const wake = (claimsMax = Number.POSITIVE_INFINITY): void => {
    claims += claimsMax;
    if (!stopped) working.run();
  };
  const timer = setInterval(() => wake(), pollMs);
  wake();

  async function work(): Promise<void> {
    let left = claims;
    claims = 0;
    while (!stopped && left > 0) {
      if (places?.isFull) {
        claims += left;
        return;
      }
      left--;
      const job = await claimJob(db, kinds, leaseMs, places && hostFilter(places));
      if (!job) return;
      if (places) begin(job, places);
      else await runJob(job);
    }
  }

  function begin(job: ClaimedJob, hosts: HostPlaces): void {
    const leave = hosts.take(job.host ?? "");
    const run = runJob(job).finally(() => {
      leave();
      running.delete(run);
      wake(1);
    });
    running.add(run);
  }

  function hostFilter(hosts: HostPlaces): HostFilter | undefined {
    const host = handlers[0]?.host;
    return host && { host, closed: hosts.closed() };
  }

  async function runJob(job: ClaimedJob): Promise<void> {
    // A failure doesn't matter: the next beat comes before the lease ends.
    const heartbeat = setInterval(() => void extendLease(db, job, leaseMs).catch(() => undefined), leaseMs / 3);
    try {
      await handlerOf.get(job.kind)?.run(job.payload, stopping.signal);
      await finishJob(db, job);
    } catch (error) {
      await postponeSurely(job, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** If the database is down, it saves the result when the database is back. */
  async function postponeSurely(job: ClaimedJob, error: unknown): Promise<void> {
    for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, writeDownPauseMaxMs)) {
      try {
        return await postpone(job, error);
      } catch (failure) {
        const lost = { err: failure, job: job.id };
        if (stopped) return logger.error(lost, "a job's failure could not be saved; it runs again after its lease");
        logger.warn(lost, "a job's failure could not be saved; trying again");
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function postpone(job: ClaimedJob, error: unknown): Promise<void> {
    const isLater = error instanceof RunLater;
    const counts = !isLater && !isPassing(error);
    const isLast = counts && job.attempts >= job.max_attempts;
    if (isLast) logger.error({ err: error, job: job.id, kind: job.kind }, "a job failed for the last time");
    else if (!isLater) logger.warn({ err: error, job: job.id, kind: job.kind }, "a job failed and will be retried");
    const pauseMs = isLater ? error.pauseMs : counts ? backoffMs(job.attempts) : passingPauseMs(job.age_ms);
    await db
      .updateTable("jobs")
      .set({
        attempts: counts ? job.attempts : job.attempts - 1,
        run_at: sql<Date>`now() + ${pauseMs} * interval '1 millisecond'`,
        locked_until: null,
        last_error: error instanceof Error ? error.message.slice(0, 2_000) : String(error),
      })
      .where("id", "=", job.id)
      // After its lease the job belongs to another runner, which has raised `attempts`.
      .where("attempts", "=", job.attempts)
      .execute();
    if (pauseMs < pollMs) setTimeout(wake, pauseMs).unref();
  }

  return {
    wake: () => wake(),
    stop: async () => {
      stopped = true;
      stopping.abort();
      clearInterval(timer);
      await working.idle();
      await Promise.all(running);
    },
  };
}

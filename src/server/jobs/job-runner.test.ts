import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { transaction } from "../database/transaction.ts";
import { HostPlaces } from "../outward/host-places.ts";
import {
  type ClaimedJob,
  claimJob,
  type EnqueueOptions,
  enqueue,
  enqueueAll,
  extendLease,
  handleJobs,
  newJob,
} from "./job-queue.ts";
import {
  backoffMs,
  type JobRunner,
  type JobRunnerOptions,
  passingPauseMs,
  RunLater,
  startJobRunner,
} from "./job-runner.ts";

const logger = { warn: vi.fn(), error: vi.fn() };
const minute = 60_000;
const weighJob = { name: "weigh", payload: z.object({ stone: z.optional(z.number()) }) };
type Weigh = (payload: z.infer<typeof weighJob.payload>) => Promise<void>;
let database: TestDatabase;
let runners: JobRunner[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  runners = [];
  logger.warn.mockClear();
  logger.error.mockClear();
  await database.pool.query("TRUNCATE jobs");
});
afterEach(() => Promise.all(runners.map((runner) => runner.stop())));
afterAll(() => database.drop());

const add = (payload: Parameters<Weigh>[0] = {}, options?: EnqueueOptions) =>
  transaction(database.db, (tx) => enqueue(tx, weighJob, payload, options));

/** A runner that doesn't poll. */
function start(weigh: Weigh, options: Partial<JobRunnerOptions> = {}): JobRunner {
  const runner = startJobRunner({
    db: database.db,
    handlers: [handleJobs(weighJob, (payload) => weigh(payload))],
    logger,
    pollMs: 60 * minute,
    ...options,
  });
  runners.push(runner);
  return runner;
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 });
const readJobs = async () => (await database.pool.query("SELECT * FROM jobs ORDER BY id")).rows;
const makeDue = () => database.pool.query("UPDATE jobs SET run_at = now()");
const endLeases = () => database.pool.query("UPDATE jobs SET locked_until = now() - interval '1 second'");

describe("enqueue", () => {
  it("belongs to the caller's transaction", async () => {
    const failing = transaction(database.db, async (tx) => {
      await enqueue(tx, weighJob, {});
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await readJobs()).toEqual([]);
  });

  it("keeps a job that is due at another time after its run, as new", async () => {
    await add();
    let runs = 0;
    const runner = start(async () => {
      if (++runs === 1) await database.pool.query("UPDATE jobs SET run_at = now() + interval '1 hour'");
    });
    await eventually(() => expect(runs).toBe(1));
    await eventually(async () => expect(await readJobs()).toMatchObject([{ attempts: 0, locked_until: null }]));
    await makeDue();
    runner.wake();
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(runs).toBe(2);
  });

  it("leaves a waiting or running job with the same key unchanged", async () => {
    await add({ stone: 1 }, { uniqueKey: "stone" });
    await add({ stone: 2 }, { uniqueKey: "stone" });
    await claimJob(database.db, ["weigh"], minute);
    await add({ stone: 3 }, { uniqueKey: "stone" });
    await add({ stone: 4 }, { uniqueKey: "other" });
    expect((await readJobs()).map((job) => job.payload)).toEqual([{ stone: 1 }, { stone: 4 }]);
  });

  it("starts a job with the same key over if it failed for good", async () => {
    await add({ stone: 1 }, { uniqueKey: "stone" });
    await database.pool.query("UPDATE jobs SET attempts = max_attempts, last_error = 'broken'");
    await add({ stone: 2 }, { uniqueKey: "stone" });
    expect(await readJobs()).toMatchObject([{ payload: { stone: 2 }, attempts: 0, last_error: null }]);
  });

  it("leaves a job with the same key alone while its last attempt runs", async () => {
    await add({ stone: 1 }, { uniqueKey: "stone" });
    await database.pool.query("UPDATE jobs SET attempts = max_attempts - 1");
    await claimJob(database.db, ["weigh"], minute);
    await add({ stone: 2 }, { uniqueKey: "stone" });
    const [running] = await readJobs();
    expect(running).toMatchObject({ payload: { stone: 1 }, attempts: running.max_attempts });
  });
});

describe("a lease", () => {
  const claim = async () => (await claimJob(database.db, ["weigh"], minute)) as ClaimedJob;

  it("is given first for what has been due longest", async () => {
    for (const stone of [1, 2, 3]) await add({ stone });
    await database.pool.query(
      "UPDATE jobs SET run_at = now() - interval '1 hour' WHERE payload ->> 'stone' IN ('2', '3')",
    );
    const claimed = [await claim(), await claim(), await claim()];
    expect(claimed.map(({ payload }) => payload)).toEqual([{ stone: 2 }, { stone: 3 }, { stone: 1 }]);
  });

  it("is not extended by who has lost it, or once the attempt is over", async () => {
    await add();
    const lost = await claim();
    await endLeases();
    const current = await claim();
    const [before] = await readJobs();
    await extendLease(database.db, lost, 60 * minute);
    expect(await readJobs()).toEqual([before]);
    await database.pool.query("UPDATE jobs SET locked_until = NULL");
    await extendLease(database.db, current, 60 * minute);
    expect(await readJobs()).toMatchObject([{ locked_until: null }]);
  });
});

describe("a job runner", () => {
  it("runs committed jobs as soon as it is woken, and deletes them when done", async () => {
    const weigh = vi.fn(async () => undefined);
    const runner = start(weigh);
    await transaction(database.db, async (tx) => {
      await enqueue(tx, weighJob, { stone: 7 });
      runner.wake();
      await database.pool.query("SELECT pg_sleep(0.05)");
      expect(weigh).not.toHaveBeenCalled();
    });
    runner.wake();
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(weigh.mock.calls).toEqual([[{ stone: 7 }]]);
  });

  it("finds jobs of other processes by polling", async () => {
    const weigh = vi.fn(async () => undefined);
    start(weigh, { pollMs: 20 });
    await add();
    await eventually(() => expect(weigh).toHaveBeenCalledOnce());
  });

  it("ignores jobs that aren't due yet, and unknown kinds", async () => {
    const weigh = vi.fn(async () => undefined);
    await add({ stone: 1 }, { afterMs: 60 * minute });
    await transaction(database.db, (tx) => enqueue(tx, { ...weighJob, name: "paint" }, {}));
    await add({ stone: 2 });
    const runner = start(weigh);
    await eventually(async () => expect(await readJobs()).toHaveLength(2));
    expect(weigh.mock.calls).toEqual([[{ stone: 2 }]]);
    await makeDue();
    runner.wake();
    await eventually(async () => expect((await readJobs()).map((job) => job.kind)).toEqual(["paint"]));
    expect(weigh).toHaveBeenLastCalledWith({ stone: 1 });
  });

  it("doesn't run a job with an invalid payload, and logs that", async () => {
    await database.pool.query(`INSERT INTO jobs (kind, payload) VALUES ('weigh', '{"stone": "heavy"}')`);
    const weigh = vi.fn(async () => undefined);
    start(weigh);
    await eventually(async () => expect(await readJobs()).toMatchObject([{ attempts: 1, locked_until: null }]));
    expect(weigh).not.toHaveBeenCalled();
    expect(logger.warn.mock.lastCall?.[0]).toMatchObject({ err: { issues: [{ path: ["stone"] }] } });
  });

  it("retries a failed job later", async () => {
    const weigh = vi.fn(async () => undefined).mockRejectedValueOnce(new Error("too heavy"));
    await add();
    const runner = start(weigh);
    await eventually(async () => expect(await readJobs()).toMatchObject([{ last_error: "too heavy" }]));
    const [failed] = await readJobs();
    expect(failed).toMatchObject({ attempts: 1, locked_until: null });
    expect(failed.run_at.getTime()).toBeGreaterThan(Date.now());
    expect(logger.warn).toHaveBeenCalledOnce();
    await makeDue();
    runner.wake();
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(weigh).toHaveBeenCalledTimes(2);
  });

  it("keeps a job that failed for the last time, logs that, and doesn't retry it", async () => {
    const weigh = vi.fn(() => Promise.reject(new Error("too heavy")));
    await add();
    await database.pool.query("UPDATE jobs SET max_attempts = 1");
    const runner = start(weigh);
    await eventually(async () => expect(await readJobs()).toMatchObject([{ attempts: 1, last_error: "too heavy" }]));
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ kind: "weigh" }),
      "a job failed for the last time",
    );
    await makeDue();
    runner.wake();
    await runner.stop();
    expect(weigh).toHaveBeenCalledOnce();
  });

  it("waits as long as the handler says, by the database's clock, without counting the attempt", async () => {
    await add();
    // This process's clock is a day behind.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * minute });
    const weigh = vi.fn(() => Promise.reject(new RunLater(60 * minute)));
    const runner = start(weigh, { pollMs: 10 });
    await eventually(async () => expect(await readJobs()).toMatchObject([{ locked_until: null, attempts: 0 }]));
    await database.pool.query("SELECT pg_sleep(0.2)");
    await runner.stop();
    vi.useRealTimers();
    expect(weigh).toHaveBeenCalledOnce();
    const [job] = await readJobs();
    expect(job.run_at.getTime() - Date.now()).toBeGreaterThan(59 * minute);
    expect(job.run_at.getTime() - Date.now()).toBeLessThan(61 * minute);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it("gives a job that runs again a least pause, and then its turn", async () => {
    await add();
    let count = 0;
    start(async () => {
      count += 1;
      if (count < 2) throw new RunLater(-minute);
    });
    await eventually(async () => expect((await readJobs())[0]?.last_error).toBe("runs again later"));
    const [job] = await readJobs();
    expect(job.run_at.getTime() - job.created_at.getTime()).toBeGreaterThanOrEqual(1_000);
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(count).toBe(2);
  });

  it("doesn't count an attempt that failed in an outage, and never gives up on one", async () => {
    await add();
    await database.pool.query("UPDATE jobs SET max_attempts = 1, created_at = now() - interval '8 hours'");
    start(() => Promise.reject(new Error("the store is away")), { isPassing: () => true });
    await eventually(async () => expect(await readJobs()).toMatchObject([{ last_error: "the store is away" }]));
    const [job] = await readJobs();
    expect(job).toMatchObject({ attempts: 0, locked_until: null });
    expect(job.run_at.getTime()).toBeLessThan(Date.now() + 10 * minute);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("takes over the job of a dead runner when its lease ends, and not before", async () => {
    await add({ stone: 7 });
    expect(await claimJob(database.db, ["weigh"], minute)).toMatchObject({ payload: { stone: 7 }, attempts: 1 });
    expect(await claimJob(database.db, ["weigh"], minute)).toBeUndefined();
    await endLeases();
    const weigh = vi.fn(async () => undefined);
    start(weigh);
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(weigh).toHaveBeenCalledOnce();
  });

  it("extends the lease as long as the job runs", async () => {
    let finish = (): void => undefined;
    const weigh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    await add();
    start(weigh, { leaseMs: 300 });
    await eventually(() => expect(weigh).toHaveBeenCalledOnce());
    const firstEnd = (await readJobs())[0].locked_until.getTime();
    await eventually(async () => expect((await readJobs())[0].locked_until.getTime()).toBeGreaterThan(firstEnd + 900));
    expect(await readJobs()).toMatchObject([{ attempts: 1 }]);
    finish();
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(weigh).toHaveBeenCalledOnce();
  });

  it("doesn't count an attempt that failed with the database, and saves that once it is back", async () => {
    await add();
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const update = vi.spyOn(database.db, "updateTable");
    const weigh = vi.fn(async () => {
      update.mockImplementationOnce(() => {
        throw away;
      });
      throw away;
    });
    const runner = start(weigh, { isPassing: (error) => error === away });
    await eventually(async () =>
      expect(await readJobs()).toMatchObject([{ attempts: 0, locked_until: null, last_error: away.message }]),
    );
    expect(weigh).toHaveBeenCalledOnce();
    expect(logger.error).not.toHaveBeenCalled();
    await runner.stop();
    update.mockRestore();
  });

  it("doesn't change a job after another runner took over", async () => {
    let fail = (_error: Error): void => undefined;
    const weigh = vi.fn(() => new Promise<void>((_resolve, reject) => (fail = reject)));
    await add();
    const late = start(weigh);
    await eventually(() => expect(weigh).toHaveBeenCalledOnce());
    await endLeases();
    expect(await claimJob(database.db, ["weigh"], minute)).toMatchObject({ attempts: 2 });
    fail(new Error("late"));
    await late.stop();
    const [job] = await readJobs();
    expect(job).toMatchObject({ attempts: 2, last_error: null });
    expect(job.locked_until).toBeInstanceOf(Date);
  });

  it("shares jobs with other runners: each job runs once, and each runner runs one at a time", async () => {
    const done: unknown[] = [];
    let running = 0;
    let mostRunning = 0;
    let goOn = (): void => undefined;
    const areThree = new Promise<void>((resolve) => (goOn = resolve));
    const weigh = async ({ stone }: Parameters<Weigh>[0]) => {
      mostRunning = Math.max(mostRunning, ++running);
      if (running === 3) goOn();
      await areThree;
      await database.pool.query("SELECT pg_sleep(0.01)");
      done.push(stone);
      running--;
    };
    const stones = Array.from({ length: 24 }, (_, index) => index);
    for (const stone of stones) await add({ stone });
    for (let runner = 0; runner < 3; runner++) start(weigh);
    await eventually(async () => expect(await readJobs()).toEqual([]));
    expect(done.sort((a, b) => Number(a) - Number(b))).toEqual(stones);
    expect(mostRunning).toBe(3);
  });

  it("with places runs other hosts' jobs while one hangs, and those of a host that answers quickly together", async () => {
    const posts: { host: string; end: () => void }[] = [];
    const places = new HostPlaces();
    const mail = z.object({ host: z.string() });
    const handler = {
      ...handleJobs({ name: "mail", payload: mail }, ({ host }) => {
        return new Promise<void>((resolve) => posts.push({ host, end: () => resolve() }));
      }),
      host: sql<string>`jobs.payload ->> 'host'`,
    };
    const open = () => posts.map(({ host }) => host).sort();
    const addTo = (hosts: string[]) =>
      transaction(database.db, (tx) =>
        enqueueAll(
          tx,
          hosts.map((host) => newJob({ name: "mail", payload: mail }, { host })),
        ),
      );
    await addTo(["slow", "slow", "slow", "slow", "quick", "quick", "new"]);
    await database.pool.query(`INSERT INTO jobs (kind, payload) VALUES ('mail', '["broken"]')`);
    const runner = start(async () => undefined, { handlers: [handler], places });
    await eventually(() => expect(open()).toEqual(["new", "quick", "slow"]));
    await eventually(async () => expect((await readJobs()).at(-1)).toMatchObject({ attempts: 1, locked_until: null }));
    places.note("quick", 10);
    runner.wake();
    await eventually(() => expect(open()).toEqual(["new", "quick", "quick", "slow"]));
    await addTo(["quick", "late"]);
    runner.wake();
    await eventually(() => expect(open()).toEqual(["late", "new", "quick", "quick", "slow"]));
    // One that ends is followed by the next of its host.
    for (const post of posts.splice(0)) post.end();
    await eventually(() => expect(open()).toEqual(["quick", "slow"]));
    const stopped = runner.stop();
    for (const post of posts.splice(0)) post.end();
    await stopped;
    expect((await readJobs()).filter(({ attempts }) => attempts === 0)).toHaveLength(2);
  });

  it("tells a long job when it is stopped", async () => {
    await add();
    const signals: AbortSignal[] = [];
    const untilStopped = (_payload: object, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener("abort", () => reject(new RunLater()));
      });
    const runner = start(async () => undefined, { handlers: [handleJobs(weighJob, untilStopped)] });
    await eventually(() => expect(signals).toHaveLength(1));
    await runner.stop();
    expect(await readJobs()).toMatchObject([{ attempts: 0, locked_until: null }]);
  });

  it("waits for the running job when stopped, and starts no other", async () => {
    let finish = (): void => undefined;
    const weigh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    await add({ stone: 1 });
    await add({ stone: 2 });
    const runner = start(weigh);
    await eventually(() => expect(weigh).toHaveBeenCalledOnce());
    const stopped = vi.fn();
    const stopping = runner.stop().then(stopped);
    await database.pool.query("SELECT pg_sleep(0.05)");
    expect(stopped).not.toHaveBeenCalled();
    finish();
    await stopping;
    expect((await readJobs()).map((job) => job.payload)).toEqual([{ stone: 2 }]);
  });

  it("with places waits for all that run when stopped", async () => {
    const ends: (() => void)[] = [];
    await add({ stone: 1 });
    await add({ stone: 2 });
    const runner = start(() => new Promise<void>((resolve) => ends.push(resolve)), { places: new HostPlaces() });
    await eventually(() => expect(ends).toHaveLength(2));
    const stopped = vi.fn();
    const stopping = runner.stop().then(stopped);
    ends[0]?.();
    await eventually(async () => expect(await readJobs()).toHaveLength(1));
    expect(stopped).not.toHaveBeenCalled();
    ends[1]?.();
    await stopping;
    expect(await readJobs()).toEqual([]);
  });
});

describe("passingPauseMs", () => {
  it("grows with the age of the job, from 5 seconds to 10 minutes", () => {
    const pauses = [0, 20_000, 10 * minute, 60 * minute, 600 * minute].map((ageMs) => passingPauseMs(ageMs, () => 0));
    expect(pauses).toEqual([5_000, 10_000, 5 * minute, 10 * minute, 10 * minute]);
  });
});

describe("backoffMs", () => {
  it("doubles from 5 seconds to 6 hours, shortened by up to a half", () => {
    expect([1, 2, 3, 20].map((attempts) => backoffMs(attempts, () => 0))).toEqual([
      5_000,
      10_000,
      20_000,
      6 * 60 * minute,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const longest = backoffMs(attempts, () => 0);
        const delay = backoffMs(attempts, () => chance);
        expect(delay).toBeLessThanOrEqual(longest);
        expect(delay).toBeGreaterThanOrEqual(longest / 2);
      }),
    );
  });
});

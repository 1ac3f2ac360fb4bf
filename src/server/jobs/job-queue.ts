import { type RawBuilder, sql } from "kysely";
import type * as z from "zod/mini";
import type { Db, Tx } from "../database/connection.ts";
import type { ClosedHosts } from "../outward/host-places.ts";

export type EnqueueOptions = {
  /** A waiting or running job with this key stays as it is; one that failed for good starts over. */
  uniqueKey?: string;
  /** By the database's clock; by default at once. */
  afterMs?: number;
};

export type NewJob = { kind: string; payload: object } & EnqueueOptions;

export const newJob = <Payload extends object>(
  { name }: JobKind<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): NewJob => ({ kind: name, payload, ...options });

/** Adds a job to the caller's transaction; call `wake()` after the commit. */
export function enqueue<Payload extends object>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: Payload,
  options?: EnqueueOptions,
): Promise<void> {
  return enqueueAll(tx, [newJob(kind, payload, options)]);
}

/** Like `enqueue`, in one statement; keys must differ. */
export async function enqueueAll(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length > 0) await enqueueSql(jobs, sql`(SELECT) AS once`).execute(tx);
}

/**
 * The statement of `enqueueAll`, as part of a larger one.
 * @param row the jobs are added if this has a row, at most one
 */
export function enqueueSql(jobs: readonly NewJob[], row: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = jobs.map(({ kind, payload, uniqueKey, afterMs = 0 }) => ({ kind, payload, uniqueKey, afterMs }));
  return sql`
    INSERT INTO jobs (kind, payload, unique_key, run_at)
    SELECT job.kind, job.payload, job."uniqueKey", now() + job."afterMs" * interval '1 millisecond'
    FROM ${row}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS job (kind text, payload jsonb, "uniqueKey" text, "afterMs" float8)
    ON CONFLICT (unique_key) DO UPDATE
    SET payload = excluded.payload, run_at = excluded.run_at, attempts = 0, last_error = NULL
    WHERE jobs.attempts >= jobs.max_attempts AND (jobs.locked_until IS NULL OR jobs.locked_until < now())`;
}

export type ClaimedJob = {
  id: number;
  kind: string;
  payload: unknown;
  attempts: number;
  max_attempts: number;
  /** Since it was requested. */
  age_ms: number;
  /** To the microsecond: a different time means that the job was requested again. */
  due_at: string;
  /** That it posts to, if its handler says so. */
  host: string | null;
};

/** Leaves out jobs whose host is closed. `host` is of a row of `jobs`. */
export type HostFilter = { host: RawBuilder<string>; closed: ClosedHosts };

export async function claimJob(
  db: Db,
  kinds: readonly string[],
  leaseMs: number,
  filter?: HostFilter,
): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs SET attempts = attempts + 1, locked_until = now() + ${leaseMs} * interval '1 millisecond'
    WHERE id = (
      SELECT id FROM jobs
      WHERE run_at <= now() AND attempts < max_attempts AND (locked_until IS NULL OR locked_until < now())
        AND kind = ANY(${kinds}) ${filter ? openHosts(filter) : sql``}
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts, max_attempts, run_at::text AS due_at,
      (extract(epoch FROM now() - created_at) * 1000)::float8 AS age_ms, ${filter?.host ?? sql`NULL`} AS host`.execute(
    db,
  );
  return rows[0];
}

function openHosts({ host, closed: { except, only } }: HostFilter): RawBuilder<unknown> {
  const named = sql`coalesce(${host}, '')`;
  const open = except.length === 0 ? sql`` : sql`AND ${named} <> ALL(${except})`;
  return only ? sql`${open} AND ${named} = ANY(${only})` : open;
}

/** Extends the lease, unless another runner has taken over. */
export async function extendLease(db: Db, { id, attempts }: ClaimedJob, leaseMs: number): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ locked_until: sql<Date>`now() + ${leaseMs} * interval '1 millisecond'` })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("locked_until", "is not", null)
    .execute();
}

/** Deletes a finished job; one that was requested again while it ran stays for its new time. */
export async function finishJob(db: Db, job: ClaimedJob): Promise<void> {
  const isSame = sql<boolean>`run_at = ${job.due_at}::timestamptz`;
  const { numDeletedRows } = await db.deleteFrom("jobs").where("id", "=", job.id).where(isSame).executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await db
    .updateTable("jobs")
    .set({ attempts: 0, locked_until: null, last_error: null })
    .where("id", "=", job.id)
    // After its lease the job belongs to another runner, which has raised `attempts`.
    .where("attempts", "=", job.attempts)
    .execute();
}

type JobKind<Payload extends object> = { name: string; payload: z.ZodMiniType<Payload> };

/** @param signal is aborted when the process ends: a long job then throws `RunLater`, and starts over elsewhere */
type Work<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>;

export type JobHandler = {
  kind: string;
  run: Work<unknown>;
  /** The host that a job posts to, of a row of `jobs`. */
  host?: RawBuilder<string>;
};

/** Handles one kind of job; payloads that don't match its schema fail. */
export function handleJobs<Payload extends object>(
  { name, payload: schema }: JobKind<Payload>,
  work: Work<Payload>,
): JobHandler {
  return { kind: name, run: async (payload, signal) => work(schema.parse(payload), signal) };
}

/** The same as `hostOf` of an address. */
export const sqlHostOf = (address: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`lower(split_part(${address}, '/', 3))`;

/** An id in the payload of a row of `jobs`; null if it isn't one, so that a broken job doesn't stop the others. */
export const sqlIdIn = (name: string): RawBuilder<number | null> =>
  sql<
    number | null
  >`CASE WHEN jobs.payload ->> ${sql.lit(name)} ~ '^[0-9]{1,15}$' THEN (jobs.payload ->> ${sql.lit(name)})::bigint END`;

type JobState = "waiting" | "later" | "running" | "failed";
type JobCount = { kind: string; state: JobState; jobs: number; oldestSeconds: number };

/** Jobs by kind and state, and how long the oldest has been due. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    SELECT kind, state, count(*)::integer AS jobs,
      greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS "oldestSeconds"
    FROM (
      SELECT kind, run_at, CASE
        WHEN locked_until > now() THEN 'running'
        WHEN attempts >= max_attempts THEN 'failed'
        WHEN run_at > now() THEN 'later'
        ELSE 'waiting' END AS state
      FROM jobs) AS each_job
    GROUP BY kind, state`.execute(db);
  return rows;
}

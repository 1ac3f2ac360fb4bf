import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";

export type JobPayload = Record<string, unknown>;

export type EnqueueOptions = {
  /** A job of this key that waits or runs is left as it is; one that has failed for good begins anew. */
  uniqueKey?: string;
  runAt?: Date;
};

/** Writes down work to be done once the caller's transaction is committed; it survives a crash. Then call `wake()`. */
export async function enqueue(tx: Tx, kind: string, payload: JobPayload, options: EnqueueOptions = {}): Promise<void> {
  await tx
    .insertInto("jobs")
    .values({
      kind,
      payload: JSON.stringify(payload),
      unique_key: options.uniqueKey ?? null,
      ...(options.runAt ? { run_at: options.runAt } : {}),
    })
    .onConflict((conflict) =>
      conflict
        .column("unique_key")
        .doUpdateSet((given) => ({
          payload: given.ref("excluded.payload"),
          run_at: given.ref("excluded.run_at"),
          attempts: 0,
          last_error: null,
        }))
        .whereRef("jobs.attempts", ">=", "jobs.max_attempts")
        .where((job) =>
          job.or([job("jobs.locked_until", "is", null), job("jobs.locked_until", "<", sql<Date>`now()`)]),
        ),
    )
    .execute();
}

export type ClaimedJob = {
  id: number;
  kind: string;
  payload: JobPayload;
  attempts: number;
  max_attempts: number;
  created_at: Date;
};

/**
 * Takes the next job that is due, for as long as the lease lasts; a job whose runner died is due again after it.
 * Undefined where nothing is due.
 */
export async function claimJob(db: Db, kinds: readonly string[], leaseMs: number): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs SET attempts = attempts + 1, locked_until = now() + ${leaseMs} * interval '1 millisecond'
    WHERE id = (
      SELECT id FROM jobs
      WHERE run_at <= now() AND attempts < max_attempts AND (locked_until IS NULL OR locked_until < now())
        AND kind = ANY(${kinds})
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts, max_attempts, created_at`.execute(db);
  return rows[0];
}

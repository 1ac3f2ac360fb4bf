import { sql } from "kysely";
import type { Db } from "../database/connection.ts";

export type JobState = "waiting" | "later" | "running" | "failed";
export type JobCount = { kind: string; state: JobState; jobs: number; oldestSeconds: number };

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

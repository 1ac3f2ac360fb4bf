import { sql } from "kysely";
import type { Pool } from "pg";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { type Listener, listen } from "../database/listen.ts";
import { OneAtATime } from "../one-at-a-time.ts";

const channel = "cairn_jobs";
/** What is committed within this time is told at once: nobody waits for a picture, and each telling costs all processes a query. */
const gatherMs = 100;

/**
 * Tells the workers of every process that jobs were committed. It is said after the commit and nobody waits for it: PostgreSQL
 * writes one transaction with a NOTIFY at a time to disk, so that in the upload's own one it would hold up all other uploads.
 * What is never said (a crash right after the commit) a worker finds when it polls.
 */
export class JobSignal {
  readonly #notification: OneAtATime;
  #gathering: NodeJS.Timeout | undefined;

  constructor({ db, logger }: { db: Db; logger: DatabaseLogger }) {
    this.#notification = new OneAtATime(
      async () => {
        await sql`SELECT pg_notify(${channel}, '')`.execute(db);
      },
      (error) =>
        logger.warn({ err: error }, "the workers could not be notified of a job; they will find it when they poll"),
    );
  }

  /** Call it after the commit. */
  wake(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#notification.run();
    }, gatherMs).unref();
  }
}

/** Calls `wake` whenever a process has committed jobs. */
export function listenForJobs(pool: Pool, wake: () => void, logger: DatabaseLogger): Listener {
  return listen(pool, channel, { onNotification: wake, logger });
}

import { sql } from "kysely";
import type { Pool } from "pg";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { type Listener, listen } from "../database/listen.ts";
import { OneAtATime } from "../one-at-a-time.ts";

const channel = "cairn_jobs";
/** Jobs within this time share one notification, since each costs every process a query. */
const gatherMs = 100;

/**
 * Notifies the workers of all processes of new jobs, after the commit and without waiting: PostgreSQL serializes
 * transactions with a NOTIFY, which would slow down uploads. Workers find jobs without a notification when they poll.
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

  wake(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#notification.run();
    }, gatherMs).unref();
  }
}

export function listenForJobs(pool: Pool, wake: () => void, logger: DatabaseLogger): Listener {
  return listen(pool, channel, { onNotification: wake, logger });
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { outageOf } from "../refusals/outages.ts";

const pauseMs = 1_000;
const toldEveryMs = 15_000;

/**
 * Waits until PostgreSQL responds, because it may be starting as well, or until `isEnding`.
 * @param timeoutMs for a database that can't be reached
 * @throws PostgreSQL's error if waiting can't help, such as a wrong password, or the last one after `timeoutMs`
 */
export async function awaitDatabase(
  pool: Pick<Pool, "query">,
  { logger, isEnding, timeoutMs = 5 * 60_000 }: { logger: Logger; isEnding: () => boolean; timeoutMs?: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let toldAt = Number.NEGATIVE_INFINITY;
  while (!isEnding()) {
    try {
      await pool.query("SELECT 1");
      return;
    } catch (error) {
      if (isPoolerRefusal(error)) {
        throw new Error(
          "DATABASE_URL leads to a pooler that accepts no session settings. Set ignore_startup_parameters as docs/postgresql.md shows.",
          { cause: error },
        );
      }
      if (outageOf(error) === undefined || Date.now() > deadline) throw error;
      if (Date.now() >= toldAt + toldEveryMs) {
        toldAt = Date.now();
        logger.warn({ err: error }, "the database does not respond yet; waiting");
      }
    }
    await sleep(pauseMs);
  }
}

/** PgBouncer reports it like a lost connection, but waiting doesn't help. */
function isPoolerRefusal(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

import type pg from "pg";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";
import { type OnAccountRemoved, tellRemovals } from "../removals/tell-removals.ts";
import { endUnused } from "./end-sessions.ts";

const sweepIntervalMs = 10 * 60_000;

export type Sweep = {
  /** Stops sweeping; resolves once a running sweep is done. */
  stop(): Promise<void>;
};

/** Removes expired data every ten minutes. One process per installation is enough; more do no harm. */
export function startSweep(options: {
  pool: pg.Pool;
  logger: { warn(details: object, message: string): void };
  /** Called for removals that were not reported yet. */
  onAccountRemoved?: OnAccountRemoved;
}): Sweep {
  const { logger, onAccountRemoved } = options;
  const db = identityDatabase(options.pool);
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweepExpired(db, new Date())
      .catch((error: unknown) => logger.warn({ err: error }, "sweep of expired sessions failed"))
      .then(() => onAccountRemoved && tellRemovals(db, onAccountRemoved))
      .catch((error: unknown) => logger.warn({ err: error }, "the data of a removed account could not be erased yet"));
  }, sweepIntervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Removes expired data and returns the number of rows. */
export async function sweepExpired(db: IdentityDb, now: Date): Promise<number> {
  const results = await Promise.all([
    db.deleteFrom("oidc_payloads").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("codes").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("sign_ups").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("attempts").where("window_ends_at", "<", now).executeTakeFirst(),
    db.deleteFrom("flow_steps").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("session_proofs").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("shown_pages").where("expires_at", "<", now).executeTakeFirst(),
  ]);
  const unused = await endUnused(db, now);
  return results.reduce((sum, result) => sum + Number(result.numDeletedRows), Number(unused));
}

import type pg from "pg";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";
import { type OnAccountRemoved, tellRemovals } from "../removals/tell-removals.ts";

const sweepIntervalMs = 10 * 60_000;

export type Sweep = {
  /** Ends the sweeping; resolves once the sweep that is under way is done. */
  stop(): Promise<void>;
};

/** Removes every ten minutes what has run out. One process of an installation is enough; more of them do no harm. */
export function startSweep(options: {
  pool: pg.Pool;
  logger: { warn(details: object, message: string): void };
  /** Told of removed accounts that it has not heard of yet. */
  onAccountRemoved?: OnAccountRemoved;
  clock?: () => Date;
}): Sweep {
  const { logger, onAccountRemoved, clock = () => new Date() } = options;
  const db = identityDatabase(options.pool);
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweepExpired(db, clock())
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

/** Removes what has run out; returns how many rows went. */
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
  return results.reduce((sum, result) => sum + Number(result.numDeletedRows), 0);
}

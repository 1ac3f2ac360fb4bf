import { sql } from "kysely";
import type { IdentityDb } from "../database/identity-database.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";

export type AttemptLimit = {
  /** How many attempts a window holds. */
  max: number;
  windowMs: number;
};

export type Refusal = { retryAfterSeconds: number };

/** Failed sign-ins of one account from one address: whoever guesses here is stopped early. */
export const signInPerAccountAndAddress: AttemptLimit = { max: 10, windowMs: 15 * 60_000 };
/** Failed sign-ins of one account from everywhere: short, so that an attacker cannot keep its owner out for long. */
export const signInPerAccount: AttemptLimit = { max: 50, windowMs: 5 * 60_000 };
/** Failed sign-ins from one address, whatever the account. */
export const signInPerAddress: AttemptLimit = { max: 60, windowMs: 15 * 60_000 };
export const signUpPerAddress: AttemptLimit = { max: 60, windowMs: 60 * 60_000 };
/** Sign-ins that are begun from one address, which may be that of a school. */
export const authorizationPerAddress: AttemptLimit = { max: 600, windowMs: 15 * 60_000 };
export const passwordResetPerAddress: AttemptLimit = { max: 30, windowMs: 60 * 60_000 };
/** Guesses at the second factor of one account, over all its sign-ins; whoever makes them has the password. */
export const secondFactorPerAccount: AttemptLimit = { max: 6, windowMs: 15 * 60_000 };
/** The present password, asked for again on the account page. */
export const passwordProofPerAccount: AttemptLimit = { max: 10, windowMs: 15 * 60_000 };
/** Passwords hashed for forms in which something else is wrong. Beyond them, the password is typed again. */
export const keptPasswordPerAddress: AttemptLimit = { max: 60, windowMs: 60 * 60_000 };
/** Pages kept for browsers to be sent on to. Beyond them, a form is answered by its page at once. */
export const shownPagePerAddress: AttemptLimit = { max: 300, windowMs: 15 * 60_000 };
/** Messages to one mailbox, so that nobody is flooded through us. */
export const mailPerMailbox: AttemptLimit = { max: 8, windowMs: 60 * 60_000 };
/** Text messages cost money: to one phone, whichever accounts it is entered for, and on behalf of one address. */
export const textsPerNumber: AttemptLimit = { max: 6, windowMs: 60 * 60_000 };
export const textsPerAddress: AttemptLimit = { max: 20, windowMs: 60 * 60_000 };

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Counts attempts in the database, so that a restart or a second process does not forget them. */
export function createAttemptLimits(db: IdentityDb, clock: () => Date, events: Pick<SecurityEvents, "record">) {
  return {
    /**
     * Counts an attempt against every limit before it is made, so that many at once do not slip through.
     * Answers the seconds to wait where one of them is used up, otherwise undefined.
     */
    async take(limits: { key: string; limit: AttemptLimit }[]): Promise<Refusal | undefined> {
      const now = clock();
      let retryAfterSeconds = 0;
      for (const { key, limit } of limits) {
        const windowEnd = new Date(now.getTime() + limit.windowMs);
        const row = await db
          .insertInto("attempts")
          .values({ key, count: 1, window_ends_at: windowEnd })
          .onConflict((conflict) =>
            conflict.column("key").doUpdateSet({
              count: sql<number>`case when attempts.window_ends_at <= ${now} then 1 else attempts.count + 1 end`,
              window_ends_at: sql<Date>`case when attempts.window_ends_at <= ${now} then ${windowEnd}
                else attempts.window_ends_at end`,
            }),
          )
          .returning(["count", "window_ends_at"])
          .executeTakeFirstOrThrow();
        if (row.count > limit.max) {
          events.record("limit.reached", describeKey(key));
          const waitMs = row.window_ends_at.getTime() - now.getTime();
          retryAfterSeconds = Math.max(retryAfterSeconds, Math.ceil(waitMs / 1000));
        }
      }
      return retryAfterSeconds > 0 ? { retryAfterSeconds } : undefined;
    },

    /** Gives attempts back that turned out to be no guesses. */
    async giveBack(keys: string[]): Promise<void> {
      await db
        .updateTable("attempts")
        .set({ count: sql<number>`greatest(count - 1, 0)` })
        .where("key", "in", keys)
        .execute();
    },

    async clear(key: string): Promise<void> {
      await db.deleteFrom("attempts").where("key", "=", key).execute();
    },
  };
}

/** What a key limits, and whose account, without the names and addresses in it. */
function describeKey(key: string): { limit: string; accountId: string | undefined } {
  const [limit = ""] = key.split(":");
  return { limit, accountId: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(key)?.[0] };
}

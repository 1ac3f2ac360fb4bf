import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { sql } from "kysely";
import type { IdentityDb } from "../database/identity-database.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";

export type AttemptLimit = {
  max: number;
  windowMs: number;
};

export type Refusal = { retryAfterSeconds: number };

/** Failed sign-ins of one account from one address: stops a guesser early. */
export const signInPerAccountAndAddress: AttemptLimit = { max: 10, windowMs: 15 * 60_000 };
/**
 * Failed sign-ins of one account from all addresses: a short window, so that an attacker can't lock out the owner for
 * long.
 */
export const signInPerAccount: AttemptLimit = { max: 50, windowMs: 5 * 60_000 };
/**
 * Failed sign-ins of one account from a device that it has used before, instead of the others: strangers can't lock it
 * out.
 */
export const signInPerKnownDevice: AttemptLimit = { max: 10, windowMs: 15 * 60_000 };
/** Failed sign-ins from one address, whatever the account. */
export const signInPerAddress: AttemptLimit = { max: 60, windowMs: 15 * 60_000 };
export const signUpPerAddress: AttemptLimit = { max: 60, windowMs: 60 * 60_000 };
/** Sign-ins started from one address, which may be a school's. */
export const authorizationPerAddress: AttemptLimit = { max: 600, windowMs: 15 * 60_000 };
export const passwordResetPerAddress: AttemptLimit = { max: 30, windowMs: 60 * 60_000 };
/**
 * Second-factor guesses for one account over all its sign-ins, apart from those of each known device; the guesser already
 * has the password.
 */
export const secondFactorPerAccount: AttemptLimit = { max: 6, windowMs: 15 * 60_000 };
/** Recovery codes have 49 random bits, so a count of all addresses together would only lock their owner out. */
export const recoveryPerAccountAndAddress: AttemptLimit = { max: 10, windowMs: 15 * 60_000 };
/** Entering the current password on the account page, in one session. */
export const passwordProofPerSession: AttemptLimit = { max: 10, windowMs: 15 * 60_000 };
/** Passwords hashed for forms with other errors. Beyond the limit, people retype the password. */
export const keptPasswordPerAddress: AttemptLimit = { max: 60, windowMs: 60 * 60_000 };
/** Pages stored for redirects after forms. Beyond the limit, forms are answered directly. */
export const shownPagePerAddress: AttemptLimit = { max: 300, windowMs: 15 * 60_000 };
/** Messages to one mailbox, to prevent flooding. */
export const mailPerMailbox: AttemptLimit = { max: 8, windowMs: 60 * 60_000 };
/**
 * Text messages cost money. Limits per requesting address, and per phone number: of all accounts that set it up, or of the
 * one that signs in with it.
 */
export const textsPerNumber: AttemptLimit = { max: 6, windowMs: 60 * 60_000 };
export const textsPerAddress: AttemptLimit = { max: 20, windowMs: 60 * 60_000 };

/** Counts what somebody typed under a digest: a count outlives the account, and must not tell its name. */
export const digestOfTyped = (typed: string): string => createHash("sha256").update(typed).digest("base64url");

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Counts attempts in the database, so that limits survive restarts and apply to all processes. */
export function createAttemptLimits(db: IdentityDb, clock: () => Date, events: Pick<SecurityEvents, "record">) {
  return {
    /**
     * Counts an attempt against every limit before it is made, so that parallel attempts can't slip through. Returns
     * the seconds to wait if a limit is reached, otherwise undefined.
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

    /** Refunds attempts that weren't guesses. */
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

/** The limit and account of a key, without names and addresses. */
function describeKey(key: string): { limit: string; accountId: string | undefined } {
  const [limit = ""] = key.split(":");
  return { limit, accountId: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(key)?.[0] };
}

/** Groups addresses for rate limits: an IPv6 network counts as one, because a household chooses addresses within it. */
export function addressKey(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return ip;
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

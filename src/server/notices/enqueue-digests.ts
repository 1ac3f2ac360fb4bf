import { sql } from "kysely";
import * as z from "zod/mini";
import type { AccountKey } from "../auth/identity.ts";
import type { Tx } from "../database/connection.ts";

export const digestJob = {
  name: "send-digest",
  payload: z.object({ issuer: z.string(), subject: z.string() }),
};

/** Lets undo happen first, and collects several decisions in one email. */
export const digestDelayMs = 2 * 60_000;
export const digestIntervalMs = 60 * 60_000;

const uniqueKey = sql`${`${digestJob.name}:`} || md5(issuer || ' ' || subject)`;
const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`;

/**
 * Schedules an email to each volunteer in two minutes, or an hour after the last one. Call it at the end of the reviewers'
 * transaction, to hold the locks on jobs briefly; concurrent calls take them in the same order. Wake the workers afterwards.
 */
export async function enqueueDigests(tx: Tx, adventurerIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload, unique_key, run_at)
    SELECT ${digestJob.name}, jsonb_build_object('issuer', issuer, 'subject', subject),
      ${uniqueKey},
      greatest(now() + ${milliseconds(digestDelayMs)}, digest_sent_at + ${milliseconds(digestIntervalMs)})
    FROM adventurers
    WHERE id = ANY(${[...new Set(adventurerIds)]}) AND issuer IS NOT NULL AND digest_wanted
    ORDER BY id
    ON CONFLICT (unique_key) DO UPDATE SET
      -- A running job may have missed this news. A failed one starts again.
      run_at = excluded.run_at,
      attempts = CASE WHEN jobs.locked_until > clock_timestamp() THEN jobs.attempts ELSE 0 END
    WHERE jobs.locked_until > clock_timestamp() OR jobs.attempts >= jobs.max_attempts`.execute(tx);
}

export async function forgetDigest(tx: Tx, account: AccountKey): Promise<void> {
  await sql`
    DELETE FROM jobs USING (SELECT ${account.issuer}::text AS issuer, ${account.subject}::text AS subject) AS account
    WHERE unique_key = ${uniqueKey}`.execute(tx);
}

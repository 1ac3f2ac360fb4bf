import { sql } from "kysely";
import type { Pool } from "pg";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";

/** `id`: the claim `grant_id` of its tokens. */
type EndedSession = { id: string; accountId: string | null };
type TellEndedSessions = (forget: (ended: EndedSession[]) => Promise<void>) => Promise<void>;

const atOnceMax = 1_000;

/**
 * Tells of the sign-ins that have ended (the trigger function `keep_ended_session` keeps them), again and again for two minutes by the database's clock: a request that was
 * accepted just before may still write. Any number of processes may ask.
 */
export function endedSessionsTeller(pool: Pool): TellEndedSessions {
  const db = identityDatabase(pool);
  return async (forget) => {
    let after = "";
    for (;;) {
      const rows = await db
        .selectFrom("ended_sessions")
        .select(["grant_id as id", "account_id as accountId"])
        .where("grant_id", ">", after)
        .orderBy("grant_id")
        .limit(atOnceMax)
        .execute();
      if (rows.length === 0) return;
      await forget(rows);
      after = rows.at(-1)?.id ?? "";
      const told = rows.map(({ id }) => id);
      await db
        .deleteFrom("ended_sessions")
        .where("grant_id", "in", told)
        .where("ended_at", "<", sql<Date>`now() - interval '2 minutes'`)
        .execute();
    }
  };
}

/** Ends sign-ins that no token can renew any more. A new one has a code for a minute, then tokens. */
export async function endUnused(db: IdentityDb, now: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom("oidc_payloads as grant")
    .where("grant.model", "=", "Grant")
    .where("grant.created_at", "<", new Date(now.getTime() - unusedForMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("oidc_payloads as token")
            .select("token.id")
            .whereRef("token.grant_id", "=", "grant.id")
            .where("token.model", "<>", "Grant"),
        ),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows;
}

const unusedForMs = 60 * 60_000;

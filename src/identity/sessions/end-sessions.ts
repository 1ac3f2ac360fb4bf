import { sql } from "kysely";
import type { Pool } from "pg";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";

/**
 * Ends an account's sessions, tokens, sign-ins past the password step, and remembered devices. Keeps the session with
 * the given uid and its device.
 */
export async function endAllSessions(db: IdentityDb, accountId: string, exceptSessionUid?: string): Promise<void> {
  const kept = exceptSessionUid
    ? await db
        .selectFrom("oidc_payloads")
        .select(
          sql<string[]>`array(select jsonb_path_query(payload, '$.authorizations.*.grantId') #>> '{}')`.as("grantIds"),
        )
        .where("model", "=", "Session")
        .where("session_uid", "=", exceptSessionUid)
        .executeTakeFirst()
    : undefined;
  const keptGrants = kept?.grantIds ?? [];
  await db
    .deleteFrom("oidc_payloads")
    .where("account_id", "=", accountId)
    // A running sign-in continues: it still has to prove the identity.
    .where("model", "!=", "Interaction")
    .where(sql<boolean>`coalesce(grant_id, id) <> all(${keptGrants})`)
    .$if(exceptSessionUid !== undefined, (query) =>
      query.where(sql<boolean>`session_uid is distinct from ${exceptSessionUid ?? null}`),
    )
    .execute();
  await endWaitingSignIns(db, accountId);
  await db
    .updateTable("devices")
    .set({ remembered: false })
    .where("account_id", "=", accountId)
    .where("remembered", "=", true)
    .where(sql<boolean>`coalesce(grant_id, '') <> all(${keptGrants})`)
    .execute();
}

/** Earlier proofs no longer count. */
async function endWaitingSignIns(db: IdentityDb, accountId: string): Promise<void> {
  await db.deleteFrom("flow_steps").where("account_id", "=", accountId).execute();
  // A confirmed sign-up would sign in the page that waits for it.
  await db.deleteFrom("sign_ups").where("account_id", "=", accountId).execute();
  // Fully proven sign-ins whose browser hasn't continued yet.
  await db
    .deleteFrom("oidc_payloads")
    .where("model", "=", "Interaction")
    .where(sql<boolean>`payload #>> '{result,login,accountId}' = ${accountId}`)
    .execute();
}

/** Ends a grant with its tokens and browser session. */
export async function endGrant(db: IdentityDb, grantId: string): Promise<void> {
  await db
    .deleteFrom("oidc_payloads")
    .where((where) =>
      where.or([
        where.and([where("grant_id", "=", grantId), where("model", "!=", "Interaction")]),
        where.and([where("model", "=", "Grant"), where("id", "=", grantId)]),
        where.and([
          where("model", "=", "Session"),
          where(
            sql<boolean>`payload @? format('$.authorizations.* ? (@.grantId == "%s")', ${grantId}::text)::jsonpath`,
            "=",
            true,
          ),
        ]),
      ]),
    )
    .execute();
}

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

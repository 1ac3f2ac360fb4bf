import { sql } from "kysely";
import type { IdentityDb } from "../database/identity-database.ts";

/** Removes what has run out; returns how many rows went. */
export async function sweepExpired(db: IdentityDb, now: Date): Promise<number> {
  const results = await Promise.all([
    db.deleteFrom("oidc_payloads").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("codes").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("sign_ups").where("expires_at", "<", now).executeTakeFirst(),
    db.deleteFrom("attempts").where("window_ends_at", "<", now).executeTakeFirst(),
    db.deleteFrom("flow_steps").where("expires_at", "<", now).executeTakeFirst(),
  ]);
  return results.reduce((sum, result) => sum + Number(result.numDeletedRows), 0);
}

/** Ends every session and token of an account, save for the session whose uid is given. */
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
    // A sign-in that is running goes on: it proves who is there.
    .where("model", "!=", "Interaction")
    .$if(exceptSessionUid !== undefined, (query) =>
      query
        .where(sql<boolean>`session_uid is distinct from ${exceptSessionUid ?? null}`)
        .where(sql<boolean>`coalesce(grant_id, id) <> all(${keptGrants})`),
    )
    .execute();
}

/** Ends one grant with its tokens, and the browser session that it belongs to. */
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

/** The state of the account behind a live grant, or undefined where the grant was revoked or has run out. */
export async function findGrantHolder(
  db: IdentityDb,
  grantId: string,
  now: Date,
): Promise<{ username: string; enabled: boolean; tokenVersion: number } | undefined> {
  return db
    .selectFrom("oidc_payloads as grant")
    .innerJoin("accounts", "accounts.id", "grant.account_id")
    .select(["accounts.username", "accounts.enabled", sql<number>`accounts.token_version`.as("tokenVersion")])
    .where("grant.model", "=", "Grant")
    .where("grant.id", "=", grantId)
    .where("grant.expires_at", ">", now)
    .executeTakeFirst();
}

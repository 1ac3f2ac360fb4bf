import type { Pool } from "pg";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";

/** `id`: the claim `grant_id` of its tokens. */
type EndedSession = { id: string; accountId: string | null };
type TellEndedSessions = (forget: (ended: EndedSession[]) => Promise<void>) => Promise<void>;

const atOnceMax = 1_000;
/** A request that was accepted just before may still write. */
const toldForMs = 2 * 60_000;

/** Tells of the sign-ins that have ended, again and again for two minutes. Any number of processes may ask. */
export function endedSessionsTeller(pool: Pool, clock = () => new Date()): TellEndedSessions {
  const db = identityDatabase(pool);
  return async (forget) => {
    const rows = await db
      .selectFrom("ended_sessions")
      .select(["grant_id", "account_id", "ended_at"])
      .orderBy("ended_at")
      .limit(atOnceMax)
      .execute();
    if (rows.length === 0) return;
    await forget(rows.map(({ grant_id: id, account_id: accountId }) => ({ id, accountId })));
    const isOver = ({ ended_at }: (typeof rows)[number], isFull: boolean) =>
      isFull || ended_at.getTime() < clock().getTime() - toldForMs;
    const over = rows.filter((row) => isOver(row, rows.length === atOnceMax)).map(({ grant_id }) => grant_id);
    if (over.length > 0) await db.deleteFrom("ended_sessions").where("grant_id", "in", over).execute();
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

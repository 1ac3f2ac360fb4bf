import { type SqlBool, sql } from "kysely";
import { claimMs } from "../../contract/desk-limits.ts";
import type { Claims } from "../../contract/reviews.ts";
import type { Actor } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";

/**
 * Reserves exactly these samples for the reviewer for two minutes, except those that others hold, and returns who holds
 * each. Leaves out samples that don't exist or are out of scope. Claims don't affect decisions.
 */
export async function claimSamples(db: Db, { username, scope }: Actor, ids: readonly string[]): Promise<Claims> {
  // Separate statements that lock rows in one order, so that reviewers never wait for each other.
  await sql`
    DELETE FROM review_claims WHERE quest_data_id IN (
      SELECT quest_data_id FROM review_claims
      WHERE claimed_by = ${username} AND quest_data_id <> ALL(${ids}::uuid[]) FOR UPDATE SKIP LOCKED)`.execute(db);
  if (ids.length === 0) return { claims: [] };
  const isTheirs =
    scope === "all"
      ? sql<SqlBool>`true`
      : sql<SqlBool>`quest_id = ANY(ARRAY(SELECT id FROM quests WHERE organization_id = ANY(${scope}::int[])))`;
  await sql`
    INSERT INTO review_claims AS c (quest_data_id, claimed_by, claimed_until)
    SELECT id, ${username}, now() + ${claimMs} * interval '1 millisecond' FROM quest_data
    WHERE id = ANY(${ids}::uuid[]) AND ${isTheirs} ORDER BY id
    ON CONFLICT (quest_data_id) DO UPDATE SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    WHERE c.claimed_by = excluded.claimed_by OR c.claimed_until <= now()`.execute(db);
  const claims = await db
    .selectFrom("review_claims as c")
    .innerJoin("quest_data as d", "d.id", "c.quest_data_id")
    .select(["c.quest_data_id", "c.claimed_by", "c.claimed_until"])
    .where(sql<SqlBool>`c.quest_data_id = ANY(${ids}::uuid[]) AND c.claimed_until > now() AND ${isTheirs}`)
    .orderBy("c.quest_data_id")
    .execute();
  return {
    claims: claims.map(({ quest_data_id, claimed_by, claimed_until }) => ({
      id: quest_data_id,
      claimed_by,
      claimed_until: claimed_until.toISOString(),
      is_mine: claimed_by === username,
    })),
  };
}

/** Who else has a sample open, or null. */
export async function findClaimOfOthers(db: Db, dataPointId: string, username: string) {
  const claim = await db
    .selectFrom("review_claims")
    .select(["claimed_by", "claimed_until"])
    .where("quest_data_id", "=", dataPointId)
    .where("claimed_by", "!=", username)
    .where("claimed_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return claim ? { claimed_by: claim.claimed_by, claimed_until: claim.claimed_until.toISOString() } : null;
}

/** Deletes expired claims. */
export async function sweepClaims(db: Db): Promise<void> {
  await sql`
    DELETE FROM review_claims WHERE quest_data_id IN (
      SELECT quest_data_id FROM review_claims WHERE claimed_until <= now() FOR UPDATE SKIP LOCKED)`.execute(db);
}

import { sql } from "kysely";
import type { OwnDataPointRule } from "../../contract/desk-enums.ts";
import { soleReviewerDays } from "../../contract/desk-limits.ts";
import type { Db } from "../database/connection.ts";

type Measured = { id: string; adventurer_id: string; quest_id: number };

/**
 * Which of the points the reviewer measured, and whether they may decide on them: only if nobody else is known to
 * review in that organization.
 */
export async function findOwnDataPoints(
  db: Db,
  username: string,
  points: readonly Measured[],
): Promise<Map<string, OwnDataPointRule>> {
  const own = points.filter(({ adventurer_id }) => adventurer_id === username);
  const soleQuests = await findSoleQuests(db, username, [...new Set(own.map(({ quest_id }) => quest_id))]);
  return new Map(own.map(({ id, quest_id }) => [id, soleQuests.has(quest_id) ? "marked" : "refused"]));
}

/**
 * The quests whose only reviewer this is: the quest is assigned to this reviewer, and in its organization no one else
 * is in the team as a reviewer, is assigned, or has decided recently.
 */
async function findSoleQuests(db: Db, username: string, questIds: readonly number[]): Promise<Set<number>> {
  if (questIds.length === 0) return new Set();
  const { rows } = await sql<{ quest_id: number }>`
    SELECT q.id AS quest_id FROM quests q
    JOIN review_assignments mine ON mine.quest_id = q.id AND mine.reviewer = ${username}
    WHERE q.id = ANY(${questIds}::int[])
      AND NOT EXISTS (
        SELECT FROM organization_members m
        WHERE m.organization_id = q.organization_id AND m.role <> 'viewer' AND m.adventurer_id <> ${username})
      AND NOT EXISTS (
        SELECT FROM review_assignments a JOIN quests other ON other.id = a.quest_id
        WHERE other.organization_id = q.organization_id AND a.reviewer <> ${username})
      AND NOT EXISTS (
        SELECT FROM reviews r
        JOIN quest_data d ON d.id = r.quest_data_id
        JOIN quests other ON other.id = d.quest_id
        WHERE other.organization_id = q.organization_id AND r.reviewed_by <> ${username}
          AND r.reviewed_at > now() - make_interval(days => ${soleReviewerDays}))`.execute(db);
  return new Set(rows.map(({ quest_id }) => quest_id));
}

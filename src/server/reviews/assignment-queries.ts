import { type SqlBool, sql } from "kysely";
import { maxId } from "../../contract/limits.ts";
import type { Db, Tx } from "../database/connection.ts";
import { type Part, type PartRequest, readPart, requireCursor } from "../database/list-parts.ts";
import { searchConditions } from "../quests/quest-queries.ts";
import type { ReviewScope } from "./review-scope.ts";
import { isQuest, ofOrganizations } from "./sample-filter.ts";

export type AssignmentRow = { quest_id: number; quest_name: string; reviewers: string[]; pending_count: number };

/** With the search words `q`, quests without samples and reviewers are included. */
export type AssignmentFilter = PartRequest & { q?: string | undefined };

/** For a quest `q`. */
const reviewersOf = sql<string[]>`ARRAY(
  SELECT a.reviewer FROM review_assignments a WHERE a.quest_id = q.id ORDER BY lower(a.reviewer), a.reviewer)`;
/** From the maintained counts (`sample-counts.ts`). */
const pendingOf = sql<number>`(
  SELECT coalesce(sum(n.count), 0)::integer FROM sample_counts n WHERE n.quest_id = q.id AND n.state = 'pending')`;

const hasWork = sql<SqlBool>`(
  ${pendingOf} > 0
  OR EXISTS (SELECT FROM review_assignments a WHERE a.quest_id = q.id))`;

/** A part of the quests with samples to review or with reviewers, newest first. */
export function listAssignments(
  db: Db,
  scope: ReviewScope,
  { q, ...part }: AssignmentFilter,
): Promise<Part<AssignmentRow>> {
  let query = db
    .selectFrom("quests as q")
    .select(["q.id as quest_id", "q.quest_name", reviewersOf.as("reviewers"), pendingOf.as("pending_count")])
    .where("q.id", "<", part.after === undefined ? maxId : parseCursor(part.after))
    .orderBy("q.id", "desc");
  if (scope !== "all") query = query.where(isQuest(sql`q.id`, [ofOrganizations(scope)]));
  if (q === undefined) query = query.where(hasWork);
  for (const condition of searchConditions(q ?? "")) query = query.where(condition);
  return readPart(query, part, (last) => String(last.quest_id));
}

function parseCursor(after: string): number {
  const [id] = requireCursor(after, /^([1-9]\d{0,9})$/, ([questId]) => Number(questId) <= maxId);
  return Number(id);
}

export function findAssignment(db: Db, questId: number): Promise<AssignmentRow | undefined> {
  return db
    .selectFrom("quests as q")
    .select(["q.id as quest_id", "q.quest_name", reviewersOf.as("reviewers"), pendingOf.as("pending_count")])
    .where("q.id", "=", questId)
    .executeTakeFirst();
}

/** Locks the quest until the transaction ends; false if it doesn't exist. */
export async function lockQuest(tx: Tx, questId: number): Promise<boolean> {
  const quest = await tx
    .selectFrom("quests")
    .select("id")
    .where("id", "=", questId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return quest !== undefined;
}

/** The caller has locked the quest. */
export async function replaceReviewers(tx: Tx, questId: number, reviewers: readonly string[]): Promise<void> {
  await sql`DELETE FROM review_assignments WHERE quest_id = ${questId} AND reviewer <> ALL(${reviewers})`.execute(tx);
  await sql`
    INSERT INTO review_assignments (quest_id, reviewer) SELECT ${questId}, unnest(${reviewers}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

import { type SqlBool, sql } from "kysely";
import { maxId } from "../../contract/limits.ts";
import { saying } from "../../texts/saying.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import type { Actor, Scope } from "../auth/scope.ts";
import type { Db, Tx } from "../database/connection.ts";
import { type Part, type PartRequest, readIdCursor, readPart } from "../database/list-parts.ts";
import { transaction } from "../database/transaction.ts";
import { searchConditions } from "../quests/quest-queries.ts";
import { DomainError, invalidFields } from "../refusals/domain-error.ts";
import { findNoReviewers, lockTeam } from "../teams/member-queries.ts";
import { ofOrganizations } from "../teams/scope-queries.ts";
import { isQuest } from "./sample-filter.ts";

export type AssignmentRow = { quest_id: number; quest_name: string; reviewers: string[]; pending_count: number };

/** Search words `q` also find quests without samples and reviewers. */
export type AssignmentFilter = PartRequest & { q?: string | undefined };

/** The reviewers of a quest `q`. */
const reviewersOf = sql<string[]>`ARRAY(
  SELECT a.reviewer FROM review_assignments a WHERE a.quest_id = q.id ORDER BY lower(a.reviewer), a.reviewer)`;
/** Counted from the maintained counts (`sample-counts.ts`). */
const pendingOf = sql<number>`(
  SELECT coalesce(sum(n.count), 0)::integer FROM sample_counts n WHERE n.quest_id = q.id AND n.state = 'pending')`;

const hasWork = sql<SqlBool>`(
  ${pendingOf} > 0
  OR EXISTS (SELECT FROM review_assignments a WHERE a.quest_id = q.id))`;

/** A part of the quests with samples to review or with reviewers, newest first. */
export function listAssignments(db: Db, scope: Scope, { q, ...part }: AssignmentFilter): Promise<Part<AssignmentRow>> {
  let query = selectAssignments(db)
    .where("q.id", "<", part.after === undefined ? maxId : readIdCursor(part.after, maxId))
    .orderBy("q.id", "desc");
  if (scope !== "all") query = query.where(isQuest(sql`q.id`, [ofOrganizations(scope)]));
  if (q === undefined) query = query.where(hasWork);
  for (const condition of searchConditions(q ?? "")) query = query.where(condition);
  return readPart(
    (count) => query.limit(count).execute(),
    part,
    (last) => String(last.quest_id),
  );
}

/**
 * Replaces a quest's reviewers. They need the role of reviewer in the quest's organization, which an assignment doesn't
 * give. The caller has it, and administrators have it nowhere by name.
 * @throws DomainError `quest_not_found`, `validation_failed`
 */
export async function assignReviewers(
  db: Db,
  { username: caller }: Pick<Actor, "username">,
  questId: number,
  given: readonly string[],
): Promise<AssignmentRow> {
  const names = given.map((name) => name.trim());
  const empty = names.indexOf("");
  if (empty >= 0) throw invalidFields([{ path: `reviewers.${empty}`, message: saying("validation.required") }]);
  const assign = async (tx: Tx) => {
    const quest = await tx
      .selectFrom("quests")
      .select("organization_id")
      .where("id", "=", questId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!quest) throw new DomainError("quest_not_found");
    await requireReviewers(tx, quest.organization_id, names, caller);
    await sql`DELETE FROM review_assignments WHERE quest_id = ${questId} AND reviewer <> ALL(${names})`.execute(tx);
    await sql`
      INSERT INTO review_assignments (quest_id, reviewer) SELECT ${questId}, unnest(${[...new Set(names)]}::text[])
      ON CONFLICT DO NOTHING`.execute(tx);
    return selectAssignments(tx).where("q.id", "=", questId).executeTakeFirstOrThrow();
  };
  return transaction(db, assign, { lockFirst: (tx) => holdPeople(tx, names) });
}

/** @throws DomainError `validation_failed` that names the first who may not review */
async function requireReviewers(tx: Tx, organizationId: number, names: readonly string[], caller: string) {
  // Locked, so that nobody loses the role meanwhile.
  await lockTeam(tx, organizationId);
  const others = names.filter((name) => name !== caller);
  const refused = await findNoReviewers(tx, organizationId, others);
  if (refused.length === 0) return;
  throw invalidFields(
    refused.map((person) => ({
      path: `reviewers.${names.indexOf(person)}`,
      message: saying("refusals.validation_failed.noReviewer", { person }),
    })),
  );
}

function selectAssignments(db: Db) {
  return db
    .selectFrom("quests as q")
    .select(["q.id as quest_id", "q.quest_name", reviewersOf.as("reviewers"), pendingOf.as("pending_count")]);
}

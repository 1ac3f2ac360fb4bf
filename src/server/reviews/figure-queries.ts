import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";

type Asked = { from: Date; scope: Scope };

/** Whether a decision `r` is on a data point of these organizations. */
function isReviewInScope(scope: Scope): RawBuilder<SqlBool> {
  if (scope === "all") return sql<SqlBool>`true`;
  return sql<SqlBool>`EXISTS (
    SELECT FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.id = r.quest_data_id AND q.organization_id = ANY(${scope}))`;
}

export type DecisionCounts = {
  reviewer: string;
  accepted: number;
  denied: number;
  change_requested: number;
  undone: number;
  last_decision_at: Date | null;
};

/** What each reviewer decided since `from`; undone decisions only count as undone. */
export async function countDecisions(db: Db, { from, scope }: Asked): Promise<DecisionCounts[]> {
  const counted = (decision: ReviewDecision) =>
    sql`count(*) FILTER (WHERE r.undone_at IS NULL AND r.decision = ${decision})`;
  const { rows } = await sql<DecisionCounts>`
    SELECT r.reviewed_by AS reviewer, ${counted("accepted")} AS accepted, ${counted("denied")} AS denied,
      ${counted("change_requested")} AS change_requested, count(r.undone_at) AS undone,
      max(r.reviewed_at) FILTER (WHERE r.undone_at IS NULL) AS last_decision_at
    FROM reviews r WHERE r.reviewed_at >= ${from} AND ${isReviewInScope(scope)}
    GROUP BY r.reviewed_by`.execute(db);
  return rows;
}

export type SecondLooks = { reviewer: string; first: ReviewDecision; second: ReviewDecision; count: number };

/** How often first and second decisions occurred together since `from`, without undone second reviews. */
export async function countSecondLooks(db: Db, { from, scope }: Asked): Promise<SecondLooks[]> {
  const { rows } = await sql<SecondLooks>`
    SELECT r.reviewed_by AS reviewer, r.decision AS first, c.second_decision AS second, count(*) AS count
    FROM review_rechecks c
    JOIN reviews r ON r.id = c.review_id
    LEFT JOIN reviews s ON s.id = c.second_review_id
    WHERE c.checked_at >= ${from} AND s.undone_at IS NULL AND ${isReviewInScope(scope)}
    GROUP BY r.reviewed_by, r.decision, c.second_decision`.execute(db);
  return rows;
}

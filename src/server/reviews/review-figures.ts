import { type RawBuilder, type SqlBool, sql } from "kysely";
import { reviewFiguresDays } from "../../contract/desk-limits.ts";
import { type ReviewDecision, reviewDecisions } from "../../contract/enums.ts";
import type { ReviewFigures } from "../../contract/reviews.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import type { RecheckLot } from "./rechecks.ts";

const dayMs = 24 * 60 * 60_000;

/** What each reviewer decided in `scope`, and how far first and second decisions agree. */
export async function getReviewFigures(
  { db, recheckLot }: { db: Db; recheckLot: RecheckLot },
  scope: Scope,
  { from: given }: { from?: string | undefined },
): Promise<ReviewFigures> {
  const from = given === undefined ? new Date(Date.now() - reviewFiguresDays * dayMs) : new Date(given);
  const decided = await countDecisions(db, { from, scope });
  const looks = await countSecondLooks(db, { from, scope });
  const names = [...new Set([...decided, ...looks].map(({ reviewer }) => reviewer))].sort();
  const table = tableOf(looks);
  return {
    from: from.toISOString(),
    reviewers: names.map((reviewer) => {
      const counts = decided.find((row) => row.reviewer === reviewer);
      const { count: rechecked, agreed } = sumUp(looks.filter((row) => row.reviewer === reviewer));
      return {
        reviewer,
        accepted: counts?.accepted ?? 0,
        denied: counts?.denied ?? 0,
        change_requested: counts?.change_requested ?? 0,
        undone: counts?.undone ?? 0,
        rechecked,
        agreed,
        last_decision_at: counts?.last_decision_at?.toISOString() ?? null,
      };
    }),
    agreement: { ...agreementOf(table), table },
    recheck_percent: recheckLot.percent,
  };
}

/** One row for each pair of decisions that occurs. */
function tableOf(looks: readonly SecondLooks[]): ReviewFigures["agreement"]["table"] {
  return reviewDecisions.flatMap((first) =>
    reviewDecisions.flatMap((second) => {
      const { count } = sumUp(looks.filter((row) => row.first === first && row.second === second));
      return count === 0 ? [] : [{ first, second, count }];
    }),
  );
}

function sumUp(looks: readonly SecondLooks[]): { count: number; agreed: number } {
  return { count: sumOf(looks), agreed: sumOf(looks.filter(({ first, second }) => first === second)) };
}

type Asked = { from: Date; scope: Scope };

/** Whether a decision `r` is on a data point of these organizations. */
function isReviewInScope(scope: Scope): RawBuilder<SqlBool> {
  if (scope === "all") return sql<SqlBool>`true`;
  return sql<SqlBool>`EXISTS (
    SELECT FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.id = r.quest_data_id AND q.organization_id = ANY(${scope}))`;
}

type DecisionCounts = {
  reviewer: string;
  accepted: number;
  denied: number;
  change_requested: number;
  undone: number;
  last_decision_at: Date | null;
};

/** What each reviewer decided since `from`; undone decisions only count as undone. */
async function countDecisions(db: Db, { from, scope }: Asked): Promise<DecisionCounts[]> {
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

type SecondLooks = { reviewer: string; first: ReviewDecision; second: ReviewDecision; count: number };

/** How often first and second decisions occurred together since `from`, without undone second reviews. */
async function countSecondLooks(db: Db, { from, scope }: Asked): Promise<SecondLooks[]> {
  const { rows } = await sql<SecondLooks>`
    SELECT r.reviewed_by AS reviewer, r.decision AS first, c.second_decision AS second, count(*) AS count
    FROM review_rechecks c
    JOIN reviews r ON r.id = c.review_id
    LEFT JOIN reviews s ON s.id = c.second_review_id
    WHERE c.checked_at >= ${from} AND s.undone_at IS NULL AND ${isReviewInScope(scope)}
    GROUP BY r.reviewed_by, r.decision, c.second_decision`.execute(db);
  return rows;
}

/** How often each pair of first and second decisions occurred. */
export type DecisionPairs = readonly { first: ReviewDecision; second: ReviewDecision; count: number }[];

/**
 * `observed` is the share of equal pairs, null without pairs. `kappa` is also null if both reviewers always gave the
 * same single answer.
 */
type Agreement = { count: number; observed: number | null; kappa: number | null };

/**
 * Agreement beyond chance: Cohen's kappa, (observed - expected) / (1 - expected), where `expected` is the agreement of
 * independent reviewers with the same totals. 1 is full agreement, 0 is chance. J. Cohen, "A coefficient of agreement
 * for nominal scales", Educational and Psychological Measurement 20 (1960), 37-46.
 */
export function agreementOf(pairs: DecisionPairs): Agreement {
  const count = sumOf(pairs);
  if (count === 0) return { count, observed: null, kappa: null };
  const decisions = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const agreed = sumOf(pairs.filter(({ first, second }) => first === second));
  // Integers as long as possible, so that a single answer gives exactly 1.
  const expected = decisions
    .map(
      (decision) =>
        sumOf(pairs.filter(({ first }) => first === decision)) *
        sumOf(pairs.filter(({ second }) => second === decision)),
    )
    .reduce((sum, product) => sum + product, 0);
  const all = count * count;
  const kappa = expected === all ? null : (agreed * count - expected) / (all - expected);
  return { count, observed: agreed / count, kappa };
}

const sumOf = (pairs: DecisionPairs) => pairs.reduce((sum, { count }) => sum + count, 0);

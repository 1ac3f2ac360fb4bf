import { reviewFiguresDays } from "../../contract/desk-limits.ts";
import { reviewDecisions } from "../../contract/enums.ts";
import type { ReviewFigures } from "../../contract/reviews.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { agreementOf } from "./agreement.ts";
import type { RecheckLot } from "./draw-for-recheck.ts";
import { countDecisions, countSecondLooks, type SecondLooks } from "./figure-queries.ts";

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
  const sumOf = (rows: readonly SecondLooks[]) => rows.reduce((sum, { count }) => sum + count, 0);
  return { count: sumOf(looks), agreed: sumOf(looks.filter(({ first, second }) => first === second)) };
}

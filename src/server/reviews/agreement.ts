import type { ReviewDecision } from "../../contract/enums.ts";

/** How often each pair of first and second decisions occurred. */
export type DecisionPairs = readonly { first: ReviewDecision; second: ReviewDecision; count: number }[];

/**
 * `observed` is the share of equal pairs, null without pairs. `kappa` is also null if both reviewers always gave the
 * same single answer.
 */
export type Agreement = { count: number; observed: number | null; kappa: number | null };

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

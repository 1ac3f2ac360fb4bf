import type { ReviewDecision } from "../../contract/enums.ts";

/** How often the first reviewer decided one thing and the second another. */
export type DecisionPairs = readonly { first: ReviewDecision; second: ReviewDecision; count: number }[];

/** `observed`: the share of pairs that agree, null without pairs. `kappa`: null too where both always gave one same answer. */
export type Agreement = { count: number; observed: number | null; kappa: number | null };

/**
 * How far two reviewers agree beyond chance: Cohen's kappa, (observed - expected) / (1 - expected), where `expected` is the
 * share of pairs that would agree if both decided as often as they do, but independently. 1 is full agreement, 0 what chance
 * gives, less than 0 is worse than chance. J. Cohen, "A coefficient of agreement for nominal scales", Educational and
 * Psychological Measurement 20 (1960), 37-46.
 */
export function agreementOf(pairs: DecisionPairs): Agreement {
  const count = sumOf(pairs);
  if (count === 0) return { count, observed: null, kappa: null };
  const decisions = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const agreed = sumOf(pairs.filter(({ first, second }) => first === second));
  // In whole numbers as long as possible: one answer only must give exactly 1.
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

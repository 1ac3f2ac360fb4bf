import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reviewDecisions } from "../../contract/enums.ts";
import { agreementOf, type DecisionPairs } from "./review-figures.ts";

const counts = fc.array(fc.nat({ max: 2_000 }), { minLength: 9, maxLength: 9 });
const pairsOf = (nine: readonly number[]): DecisionPairs =>
  reviewDecisions.flatMap((first, row) =>
    reviewDecisions.map((second, column) => ({ first, second, count: nine[3 * row + column] ?? 0 })),
  );
const anyPairs = counts.map(pairsOf);
const weights = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 40 }));

describe("agreement of two reviewers", () => {
  it("follows Cohen's formula: 20 and 15 of 50 agree, 30:20 against 25:25 decide", () => {
    const { count, observed, kappa } = agreementOf([
      { first: "accepted", second: "accepted", count: 20 },
      { first: "accepted", second: "denied", count: 5 },
      { first: "denied", second: "accepted", count: 10 },
      { first: "denied", second: "denied", count: 15 },
    ]);
    expect([count, observed]).toEqual([50, 0.7]);
    expect(kappa).toBeCloseTo(0.4, 12);
  });

  it("is 1 if all agree on more than one decision", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 9_999 }), (accepted, denied) => {
        const pairs: DecisionPairs = [
          { first: "accepted", second: "accepted", count: accepted },
          { first: "denied", second: "denied", count: denied },
        ];
        expect(agreementOf(pairs)).toEqual({ count: accepted + denied, observed: 1, kappa: 1 });
      }),
    );
  });

  it("is 0 if the second decides independently", () => {
    fc.assert(
      fc.property(weights, weights, (first, second) => {
        const { kappa } = agreementOf(pairsOf(first.flatMap((row) => second.map((column) => row * column))));
        if (kappa !== null) expect(kappa).toBeCloseTo(0, 10);
      }),
    );
  });

  it("is 0 if the first always decides the same: so denied ones are drawn too", () => {
    const { kappa } = agreementOf([
      { first: "accepted", second: "accepted", count: 98 },
      { first: "accepted", second: "denied", count: 2 },
    ]);
    expect(kappa).toBe(0);
  });

  it("doesn't depend on the order of reviewers, and is at most 1", () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const turned = pairs.map(({ first, second, count }) => ({ first: second, second: first, count }));
        const { kappa, observed } = agreementOf(pairs);
        expect(agreementOf(turned)).toEqual({ ...agreementOf(pairs), kappa });
        if (kappa === null) return;
        expect(kappa).toBeLessThanOrEqual(1);
        expect(kappa).toBeGreaterThanOrEqual(-1);
        expect(kappa).toBeLessThanOrEqual(observed ?? Number.NaN);
      }),
    );
  });

  it("is unknown without pairs, and if both always give one same answer", () => {
    expect(agreementOf([])).toEqual({ count: 0, observed: null, kappa: null });
    fc.assert(
      fc.property(fc.constantFrom(...reviewDecisions), fc.integer({ min: 1, max: 9_999 }), (decision, count) => {
        expect(agreementOf([{ first: decision, second: decision, count }])).toEqual({
          count,
          observed: 1,
          kappa: null,
        });
      }),
    );
  });
});

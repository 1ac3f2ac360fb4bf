import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dividedBy, minus, plus, remainderOf, roundedTo, sumOf, times, toPower, writtenNumber } from "./decimals.ts";

/** A decimal as a whole number and its places, and the same as a `number`. */
type Written = { whole: bigint; places: number };
const written: fc.Arbitrary<Written> = fc.record({
  whole: fc.bigInt({ min: -9_999_999n, max: 9_999_999n }),
  places: fc.nat(7),
});
/** `Number` reads the digits, and rounds correctly. */
const numberOf = ({ whole, places }: Written): number => Number(`${whole}e-${places}`) + 0;
const ten = (places: number) => 10n ** BigInt(places);
const inPlaces = ({ whole, places }: Written, wanted: number): bigint => whole * ten(wanted - places);
const both = (one: Written, other: Written, reckon: (one: bigint, other: bigint) => bigint): number => {
  const places = Math.max(one.places, other.places);
  return numberOf({ whole: reckon(inPlaces(one, places), inPlaces(other, places)), places });
};

describe("decimals", () => {
  it("[VALID-14] are added, taken away, multiplied and rounded as on paper", () => {
    fc.assert(
      fc.property(written, written, fc.integer({ min: -3, max: 8 }), (one, other, digits) => {
        const [a, b] = [numberOf(one), numberOf(other)];
        expect(plus(a, b)).toBe(both(one, other, (x, y) => x + y));
        expect(minus(a, b) + 0).toBe(both(one, other, (x, y) => x - y));
        expect(times(a, b) + 0).toBe(numberOf({ whole: one.whole * other.whole, places: one.places + other.places }));
        if (other.whole !== 0n) expect(remainderOf(a, b) + 0).toBe(both(one, other, (x, y) => x % y));
        const fine = 2n * inPlaces(one, 10);
        const unit = 2n * ten(10 - digits);
        const raised = fine + ten(10 - digits);
        const steps = raised / unit - (raised % unit < 0n ? 1n : 0n);
        expect(roundedTo(a, digits) + 0).toBe(Number(`${steps}e${-digits}`) + 0);
      }),
      { numRuns: 500 },
    );
  });

  it("[VALID-14] are divided to as many digits as a number can have, so that thirds add up", () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        fc.pre(other.whole !== 0n);
        const digits = 40;
        const quotient = (one.whole * ten(digits + other.places)) / (other.whole * ten(one.places));
        const [a, b] = [numberOf(one), numberOf(other)];
        expect(dividedBy(a, b) + 0).toBe(Number(`${quotient}e-${digits}`) + 0);
        expect(times(dividedBy(a, b), b) + 0).toBe(a);
      }),
      // The quotient's last digit is a nought.
      {
        numRuns: 500,
        examples: [
          [
            { whole: -6n, places: 0 },
            { whole: -7n, places: 4 },
          ],
        ],
      },
    );
    expect(sumOf(Array(7).fill(dividedBy(866_799.6, 7)))).toBe(866_799.6);
    const third = dividedBy(1, 3);
    expect([sumOf([third, third, third]), plus(plus(third, third), third), times(Math.SQRT2, Math.SQRT2)]).toEqual([
      1, 1, 2,
    ]);
  });

  it("[VALID-14] add up in any order, whole percentages to 100", () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 30 }), (parts) => {
        const exact = numberOf({ whole: parts.reduce((sum, each) => sum + inPlaces(each, 7), 0n), places: 7 });
        const numbers = parts.map(numberOf);
        expect([sumOf(numbers) + 0, numbers.reduce(plus, 0) + 0]).toEqual([exact, exact]);
      }),
    );
    expect(sumOf([72.68, 10.93, 2.73, 13.66])).toBe(100);
  });

  it("[VALID-14] are written out, and read again", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(writtenNumber(value)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(writtenNumber(value)) + 0).toBe(value + 0);
      }),
    );
    expect([1e-7, -1.25e22, 1.5].map(writtenNumber)).toEqual(["0.0000001", "-12500000000000000000000", "1.5"]);
  });

  it("are never farther from binary arithmetic than its own error, whatever the numbers are", () => {
    const any = fc.double({ noNaN: true });
    const isNear = (found: number, binary: number, largest: number) =>
      Object.is(found, binary) ||
      found === binary ||
      Math.abs(found - binary) <= 4 * Number.EPSILON * Math.max(Math.abs(binary), largest);
    fc.assert(
      fc.property(any, any, (one, other) => {
        const largest = Math.max(Math.abs(one), Math.abs(other));
        expect(isNear(plus(one, other), one + other, largest)).toBe(true);
        expect(isNear(times(one, other), one * other, 0)).toBe(true);
        expect(isNear(dividedBy(one, other), one / other, 0)).toBe(true);
        expect(isNear(sumOf([one, other]), one + other, largest)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect([1e15 + 1, 2 ** 53, 1e300].map((large) => plus(large, 1))).toEqual([1e15 + 2, 2 ** 53, 1e300]);
    expect([toPower(1.1, 2), toPower(2, 60), toPower(0.1, -2), toPower(2, 0.5)]).toEqual([
      1.21,
      2 ** 60,
      100,
      Math.SQRT2,
    ]);
    expect([dividedBy(1, 0), Number.isNaN(dividedBy(0, 0)), Number.isNaN(remainderOf(1, 0))]).toEqual([
      Number.POSITIVE_INFINITY,
      true,
      true,
    ]);
  });
});

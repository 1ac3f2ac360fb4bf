import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNumber } from "./read-number.ts";

const numberIn = (text: string, couldBeMeant?: (value: number) => boolean) => {
  const reading = readNumber(text, couldBeMeant);
  return reading.kind === "number" ? reading.value : reading.kind === "ambiguous" ? reading.values : undefined;
};
const within = (min: number, max: number) => (value: number) => value >= min && value <= max;

describe("a typed number", () => {
  it.each([
    ["142,5", 142.5],
    ["１４２．５", 142.5],
    ["१४२,५", 142.5],
    ["－໓", -3],
    ["٣،٥", 3.5],
    ["3、5", 3.5],
    ["–3", -3],
    ["142.5", 142.5],
    [" -3,25 ", -3.25],
    ["−3.25", -3.25],
    ["+7", 7],
    [",5", 0.5],
    ["5.", 5],
    ["0,125", 0.125],
    ["0", 0],
    ["-0", 0],
    ["1234,5", 1234.5],
    ["1 234", 1234],
    ["1\u202f234,5", 1234.5],
    ["1\u2009234\u00a0567.25", 1234567.25],
    ["1'234.5", 1234.5],
    ["1’234", 1234],
    ["1,234.5", 1234.5],
    ["1.234,5", 1234.5],
    ["1,234,567", 1234567],
    ["1.234.567", 1234567],
    ["1,2345", 1.2345],
    ["12345.678", 12345.678],
    ["٣٫٥", 3.5],
    ["۱۲۳", 123],
  ])("[VALID-15] %j is %d", (text, value) => {
    expect(numberIn(text)).toBe(value);
  });

  it.each([
    "",
    " ",
    "-",
    ".",
    "abc",
    "12 cm",
    "1,2,3",
    "1.234,5.6",
    "12 34",
    "1,23,456",
    "1,234 567",
    "1e3",
    "--5",
    "5-",
    "NaN",
    "Infinity",
    "0x10",
  ])("%j is not a number", (text) => {
    expect(readNumber(text)).toEqual({ kind: "none" });
  });

  it.each(["1,234", "1.234", "12,345", "-1.234", "999.000"])("%j can mean two numbers", (text) => {
    const plain = Number(text.replace(/[.,]/, ""));
    expect(numberIn(text)).toEqual([plain, plain / 1000]);
  });

  it("resolves ambiguity by the bounds", () => {
    expect(numberIn("7,125", within(0, 14))).toBe(7.125);
    expect(numberIn("1.234", within(100, 5000))).toBe(1234);
    // Neither fits: the bounds then report the smaller one.
    expect(numberIn("1.234", within(-2, 0))).toBe(1.234);
  });
});

describe("any number", () => {
  const numbers = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true }).map((value) => {
    const short = Number(value.toFixed(4));
    return short === 0 ? 0 : short;
  });
  /** Common ways to write a number. */
  const written = fc
    .tuple(numbers, fc.constantFrom("", " ", "\u202f", "'", ",", "."), fc.constantFrom(",", "."))
    .filter(([, group, decimal]) => group !== decimal)
    .map(([value, group, decimal]) => {
      const [whole = "", fraction] = Math.abs(value)
        .toFixed(4)
        .replace(/\.?0+$/, "")
        .split(".");
      const groups = whole.replace(/\B(?=(\d{3})+$)/g, group);
      return { value, text: `${value < 0 ? "-" : ""}${groups}${fraction === undefined ? "" : decimal + fraction}` };
    });

  it("is read as meant or asked about, never silently as a thousand times as much", () => {
    fc.assert(
      fc.property(written, ({ value, text }) => {
        const reading = readNumber(text);
        if (reading.kind === "ambiguous") expect(reading.values).toContain(value);
        else expect(reading).toEqual({ kind: "number", value });
      }),
      { numRuns: 2000 },
    );
  });

  it("is never read as out of bounds if another reading is within them", () => {
    fc.assert(
      fc.property(written, numbers, numbers, ({ value, text }, one, other) => {
        const fits = within(Math.min(one, other), Math.max(one, other));
        fc.pre(fits(value));
        const reading = readNumber(text, fits);
        if (reading.kind === "ambiguous") expect(reading.values.every(fits)).toBe(true);
        else expect(reading.kind === "number" && fits(reading.value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("is read quickly and is always finite", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+ .,'\d]{0,200}$/), (text) => {
        const read = numberIn(text);
        for (const value of Array.isArray(read) ? read : [read ?? 0]) expect(Number.isFinite(value)).toBe(true);
      }),
    );
  });
});

import fc from "fast-check";
import { check } from "recheck";
import { describe, expect, it } from "vitest";
import { findPatternFault, matchesPattern } from "./patterns.ts";
import { patternedTextLengthMax } from "./protocol-limits.ts";

describe("a pattern", () => {
  it.each([
    ["[A-Z]{2}-[0-9]{4}", "AB-1234", "ab-1234"],
    ["[A-Z]+[0-9]+", "PLOT7", "7PLOT"],
    ["\\d+(\\.\\d+)?", "12.5", "12."],
    ["\\d{1,3}(\\.\\d{1,3}){3}", "127.0.0.1", "127.0.0"],
    ["north|south|(?:upper|lower) (?:left|right)", "upper left", "upper"],
    ["\\p{L}+ \\p{L}+", "Écorce brune", "Écorce"],
    ["[^\\]x\\n]*", "abc", "a]"],
    ["\\u{1F41F}+", "🐟🐟", "🐠"],
    ["(red|green)?", "", "blue"],
  ])("%s is taken, and the whole text has to match it", (pattern, match, other) => {
    expect(findPatternFault(pattern)).toBeUndefined();
    expect([match, other, `${match}\n`].map((text) => matchesPattern(pattern, text))).toEqual([true, false, false]);
  });

  it.each([
    "(",
    ")",
    ")(",
    "[",
    "*a",
    "a{2,1}",
    "\\",
    "\\q",
    "(?=a)",
    "(?!a)",
    "(?<=a)b",
    "(?<n>a)",
    "(a)\\1",
    "(?i:a)",
  ])("%s is none that can be checked", (pattern) => {
    expect(findPatternFault(pattern)).toBe("validation.pattern.syntax");
  });

  it.each(["(a+)+", "(a*)*", "(a|a)*", "(a?){50}", "(.*)(.*)(.*)", "a*b*c*", "(x+x+)+y", "((ab)*)*", "(a|b|ab)+"])(
    "%s leaves too many ways",
    (pattern) => {
      expect(findPatternFault(pattern)).toBe("validation.pattern.tooManyWays");
    },
  );

  it("has at most 100 characters, and checks texts of at most 200", () => {
    expect(findPatternFault("a".repeat(100))).toBeUndefined();
    expect(findPatternFault("a".repeat(101))).toBe("validation.pattern.tooLong");
    expect(matchesPattern("a+", "a".repeat(patternedTextLengthMax))).toBe(true);
    expect(matchesPattern("a+", "a".repeat(patternedTextLengthMax + 1))).toBe(false);
  });

  it("that is none matches nothing", () => {
    expect(matchesPattern("(", "(")).toBe(false);
  });

  it("that is taken needs at most quadratic time", async () => {
    const atom = fc.constantFrom("a", "b", "[ab]", "\\w", ".", "\\d", "(?:ab)", "(a|b)", "(a|ab)", "(?:a?b)", "-");
    const quantifier = fc.constantFrom("", "", "", "?", "*", "+", "{3}", "{0,9}", "{2,}", "*?", "+?");
    const part = fc.tuple(atom, quantifier).map(([what, howOften]) => what + howOften);
    const sequence = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    const pattern = fc.oneof(
      sequence,
      fc.tuple(sequence, sequence).map(([one, other]) => `${one}|${other}`),
      fc.tuple(sequence, quantifier, sequence).map(([inner, howOften, after]) => `(${inner})${howOften}${after}`),
    );
    const isBounded = async (text: string) => {
      if (findPatternFault(text) !== undefined) return true;
      const found = await check(`^(?:${text})$`, "u");
      if (found.status !== "vulnerable") return found.status === "safe";
      return found.complexity.type === "polynomial" && found.complexity.degree <= 2;
    };
    await fc.assert(fc.asyncProperty(pattern, isBounded), { numRuns: 150 });
  });
});

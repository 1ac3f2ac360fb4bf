import fc from "fast-check";
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
  ])("%s is valid and must match the whole text", (pattern, match, other) => {
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
  ])("%s is invalid", (pattern) => {
    expect(findPatternFault(pattern)).toBe("validation.protocol.pattern.syntax");
  });

  it.each(["(a+)+", "(a*)*", "(x+x+)+y", "((ab)*)*", "(?:(?:a?){40}){200}"])("%s takes too many steps", (pattern) => {
    expect(findPatternFault(pattern)).toBe("validation.protocol.pattern.tooManyWays");
  });

  it.each(["(?:a|[ab]){201}", "(?:a|[ab]){201,}", "(?:a?){300}b", "(?:(?:a{201})?b)+"])(
    "%s repeats more often than a text can be long",
    (pattern) => {
      expect(findPatternFault(pattern)).toBe("validation.protocol.pattern.tooOften");
    },
  );

  it.each([["(a|a)*b", "(?:a|[ab])*c", "(a|b|ab)+c", "(.*)(.*)(.*)(.*)(.*)c", "(?:a?){200}b", "(?:a?){0,500}b"]])(
    "%s, which takes a backtracking engine forever, is decided",
    (...patterns) => {
      for (const pattern of patterns) {
        expect(findPatternFault(pattern)).toBeUndefined();
        expect(matchesPattern(pattern, "a".repeat(patternedTextLengthMax))).toBe(false);
      }
    },
  );

  it("has at most 100 characters, and checks texts of at most 200", () => {
    expect(findPatternFault("a".repeat(100))).toBeUndefined();
    expect(findPatternFault("a".repeat(101))).toBe("validation.protocol.pattern.tooLong");
    expect(matchesPattern("a+", "a".repeat(patternedTextLengthMax))).toBe(true);
    expect(matchesPattern("a+", "a".repeat(patternedTextLengthMax + 1))).toBe(false);
  });

  it("matches nothing if it is invalid", () => {
    expect(matchesPattern("(", "(")).toBe(false);
  });

  const character = fc.constantFrom(
    "a",
    "b",
    "[ab]",
    "[^a]",
    "\\w",
    ".",
    "\\d",
    "-",
    "\\p{L}",
    "\\u{1F41F}",
    "^",
    "$",
    "\\b",
  );
  const part = (quantifiers: readonly string[]) =>
    fc.letrec<{ part: string; sequence: string }>((tie) => ({
      part: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        character,
        fc
          .tuple(fc.constantFrom("(", "(?:"), tie("sequence"), fc.constantFrom(...quantifiers))
          .map(([open, inner, howOften]) => `${open}${inner})${howOften}`),
        fc
          .tuple(fc.constantFrom("a", "[ab]", "\\w", "."), fc.constantFrom(...quantifiers))
          .map(([what, howOften]) => what + howOften),
      ),
      sequence: fc.oneof(
        fc.array(tie("part"), { maxLength: 3 }).map((parts) => parts.join("")),
        fc.tuple(tie("part"), tie("part")).map(([one, other]) => `${one}|${other}`),
      ),
    })).sequence;

  it("means the same as in JavaScript", () => {
    const pattern = part(["", "?", "*", "+", "{2}", "{0,3}", "{2,}", "{0}", "*?", "{1,2}?"]);
    const text = fc
      .array(fc.constantFrom("a", "b", "-", "1", "🐟", "\n"), { maxLength: 8 })
      .map((each) => each.join(""));
    const isSame = (written: string, tried: string) => {
      fc.pre(findPatternFault(written) === undefined);
      expect(matchesPattern(written, tried)).toBe(new RegExp(`^(?:${written})$`, "u").test(tried));
    };
    fc.assert(fc.property(pattern, text, isSame), { numRuns: 2_000 });
  });

  it("is rejected, or decided on the longest text, whatever it repeats", () => {
    const pattern = part(["", "?", "*", "+", "{3}", "{0,9}", "{2,}", "{200}", "{201}", "{201,}", "{0,1000}"]);
    const text = fc
      .constantFrom("a", "ab", "b-", "🐟")
      .map((each) => each.repeat(patternedTextLengthMax / each.length));
    const isBounded = (written: string, tried: string) => {
      const fault = findPatternFault(written);
      expect(/\{201,?\}/.test(written) && fault === undefined).toBe(false);
      expect(typeof matchesPattern(written, tried)).toBe("boolean");
    };
    fc.assert(fc.property(pattern, text, isBounded), { numRuns: 2_000 });
  });
});

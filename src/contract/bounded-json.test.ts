import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countJsonValues, type JsonBounds, parseBoundedJson } from "./bounded-json.ts";

const bounds: JsonBounds = { length: 1_000, depth: 3, values: 10 };

/** Counts values the simple way, in the parsed text. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const inner = Object.values(value);
  return 1 + (inner.length > 0 ? inner.reduce((sum: number, each) => sum + valuesIn(each), 0) : 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("JSON from outside", () => {
  it.each([
    ["depth", "[".repeat(500)],
    ["depth", '{"a":'.repeat(4)],
    ["values", "0,".repeat(400)],
    ["values", "[[],[],[],[],[],[],[]]"],
    ["length", `"${"a".repeat(1_000)}"`],
  ])("is rejected for its %s before parsing, valid or not: %.20s", (bound, text) => {
    expect(() => parseBoundedJson(text, bounds)).toThrow(expect.objectContaining({ name: "JsonBoundError", bound }));
  });

  it("is parsed if within its bounds, with brackets and commas in strings", () => {
    const value = { a: ["[[[[{{{{,,,,,,,,,,,,", '\\"[[[[,,,,,,,,', "\\"], '"': null };
    expect(parseBoundedJson(JSON.stringify(value), bounds)).toEqual(value);
    expect(() => parseBoundedJson("[1,", bounds)).toThrow(SyntaxError);
    expect(() => parseBoundedJson('"', bounds)).toThrow(SyntaxError);
  });

  it("is bounded by its content, whatever that is and however it is formatted", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const read = JSON.parse(text);
        const within = { length: text.length, depth: depthOf(read), values: 1_000_000 };
        expect(countJsonValues(text, within)).toBe(valuesIn(read));
        if (within.depth > 0) expect(() => countJsonValues(text, { ...within, depth: within.depth - 1 })).toThrow();
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { contoursOf } from "./contour-cover.tsx";

describe("the hill of a seed", () => {
  it("is the same for the same seed, and another for another", () => {
    expect(contoursOf(7, 430, 260)).toEqual(contoursOf(7, 430, 260));
    expect(contoursOf(7, 430, 260)).not.toEqual(contoursOf(8, 430, 260));
  });

  it.each([0, 1, 19, 2_147_483_647])("seed %i has closed lines and index lines", (seed) => {
    const { lines, indexLines } = contoursOf(seed, 430, 260);
    expect(lines.match(/M[^MZ]+Z/g)).toHaveLength(13);
    expect(indexLines.match(/M[^MZ]+Z/g)).toHaveLength(3);
    expect(lines + indexLines).not.toContain("NaN");
  });
});

import { describe, expect, it } from "vitest";
import { contoursOf } from "./contours.ts";

const numbersIn = (path: string) => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];

describe("the hill of a seed", () => {
  it("is the same for the same seed, and another for another", () => {
    expect(contoursOf(7, 430, 260)).toEqual(contoursOf(7, 430, 260));
    expect(contoursOf(7, 430, 260)).not.toEqual(contoursOf(8, 430, 260));
  });

  it.each([0, 1, 19, 2_147_483_647])("seed %i has lines and index lines, all inside the box", (seed) => {
    const { lines, indexLines } = contoursOf(seed, 430, 260);
    expect(lines.split("M").length).toBeGreaterThan(8);
    expect(indexLines.split("M").length).toBeGreaterThan(2);
    for (const path of [lines, indexLines]) {
      expect(path).toMatch(/^M/);
      const [xs, ys] = [0, 1].map((axis) => numbersIn(path).filter((_, index) => index % 2 === axis));
      for (const x of xs ?? []) expect(x >= -1 && x <= 431).toBe(true);
      for (const y of ys ?? []) expect(y >= -1 && y <= 271).toBe(true);
    }
  });
});

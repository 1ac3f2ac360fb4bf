import { describe, expect, it } from "vitest";
import { contoursOf } from "./contours.ts";

const numbersIn = (path: string) => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];

describe("the hill of a seed", () => {
  it("is the same for the same seed, and another for another", () => {
    expect(contoursOf(7, 430, 260)).toEqual(contoursOf(7, 430, 260));
    expect(contoursOf(7, 430, 260)).not.toEqual(contoursOf(8, 430, 260));
  });

  it.each([0, 1, 19, 2_147_483_647])("seed %i has ten lines inside the box, every fifth an index line", (seed) => {
    const contours = contoursOf(seed, 430, 260);
    expect(contours.map(({ isIndexLine }) => isIndexLine).filter(Boolean)).toHaveLength(2);
    expect(contours).toHaveLength(10);
    for (const { path } of contours) {
      expect(path).toMatch(/^M/);
      for (const number of numbersIn(path)) expect(Number.isFinite(number) && number >= -1 && number <= 431).toBe(true);
    }
  });
});

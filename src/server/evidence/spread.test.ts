import { expect, it } from "vitest";
import { spreadOf } from "./evidence-jobs.ts";

it("a spread is the median and the median deviation", () => {
  expect(spreadOf([])).toBeUndefined();
  expect(spreadOf([7])).toEqual({ count: 1, median: 7, deviation: 0 });
  expect(spreadOf([9, 1, 4])).toEqual({ count: 3, median: 4, deviation: 3 });
  expect(spreadOf([10, 1, 4, 2])).toEqual({ count: 4, median: 3, deviation: 1.5 });
  // The sum of the two middle values overflows.
  expect(spreadOf([1.7e308, 1.5e308])?.median).toBe(1.6e308);
});

import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { OwnProgress } from "./own-progress.tsx";

it.each([
  ["WATER", 2, 3, "3 data points, 2 asked"],
  ["WATER", 2, 2, "2 of 2 data points"],
  ["WATER", null, 3, "3 data points"],
  ["WATER", null, 0, "No data points yet"],
  ["TREES", 20, 25, "25 trees, 20 asked"],
  ["TREES", 20, 7, "7 of 20 trees"],
] as const)("says of a %s quest that asks for %s what the volunteer has", (quest_type, target_count, count, words) => {
  const { container } = render(<OwnProgress quest={{ quest_type, target_count }} count={count} />);
  expect(container.querySelector("p")?.textContent).toBe(words);
});

import { expect, it } from "vitest";
import { earliestDayOnEarth, findJoinObstacle } from "../../../contract/joining-rules.ts";
import { endOfDeadline } from "./quest-sections.tsx";

it.each(["2026-06-09", "2026-12-31", "2028-02-29"])("the end of %s is when joining ends", (deadline) => {
  const quest = {
    quest_status: "ACCEPTING_APPLICATIONS",
    quest_deadline: deadline,
    adventurer_limit: null,
    adventurer_count: 0,
  } as const;
  const endMs = Date.parse(endOfDeadline(deadline));
  const obstacleAt = (ms: number) => findJoinObstacle(quest, earliestDayOnEarth(new Date(ms)));
  expect([obstacleAt(endMs - 1), obstacleAt(endMs)]).toEqual([undefined, "quest_deadline_passed"]);
});

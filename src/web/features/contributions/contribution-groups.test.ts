import { describe, expect, it } from "vitest";
import type { Contribution } from "../../../contract/contributions.ts";
import { groupByQuest } from "./contribution-groups.ts";

const point = (id: string, questId: number, changes: Partial<Contribution> = {}) =>
  ({ id, quest_id: questId, state: "pending", ...changes }) as Contribution;
const named = (groups: ReturnType<typeof groupByQuest>) =>
  groups.map(({ questId, contributions }) => [questId, contributions.map(({ id }) => id).join("")]);

describe("contributions by quest", () => {
  it("keep their order, quest by quest", () => {
    const loaded = [point("a", 1), point("b", 2), point("c", 1), point("d", 3)];
    expect(named(groupByQuest(loaded))).toEqual([
      [1, "ac"],
      [2, "b"],
      [3, "d"],
    ]);
  });

  it("begin with what needs an answer: change requests, and photos that can't be read and aren't decided on", () => {
    const loaded = [
      point("a", 1),
      point("b", 1, { has_unreadable_photo: true, state: "denied" }),
      point("c", 2),
      point("d", 2, { state: "change_requested" }),
      point("e", 1, { has_unreadable_photo: true }),
    ];
    expect(named(groupByQuest(loaded))).toEqual([
      [2, "dc"],
      [1, "eab"],
    ]);
  });

  it("begin with change requests that are older than what is loaded, each once", () => {
    const requested = [point("b", 1, { state: "change_requested" }), point("z", 9, { state: "change_requested" })];
    expect(named(groupByQuest([point("a", 1), ...requested.slice(0, 1)], requested))).toEqual([
      [1, "ba"],
      [9, "z"],
    ]);
  });
});

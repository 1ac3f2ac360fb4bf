import { describe, expect, it } from "vitest";
import { questStatuses } from "../../contract/enums.ts";
import { requireCollecting, requireJoinable } from "./participation-rules.ts";

const codeOf = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("joining", () => {
  it("[CALL-06] is for quests that accept applications and have a place left", () => {
    const quest = { quest_status: "ACCEPTING_APPLICATIONS" as const, adventurer_limit: 2, adventurer_count: 1 };
    expect(codeOf(() => requireJoinable(quest))).toBeUndefined();
    expect(codeOf(() => requireJoinable({ ...quest, adventurer_count: 2 }))).toBe("quest_full");
    expect(codeOf(() => requireJoinable({ ...quest, adventurer_limit: null, adventurer_count: 9 }))).toBeUndefined();
    for (const quest_status of questStatuses.filter((status) => status !== "ACCEPTING_APPLICATIONS")) {
      expect(codeOf(() => requireJoinable({ ...quest, quest_status }))).toBe("quest_not_accepting");
    }
  });
});

describe("adding a data point", () => {
  it.each([
    ["INACTIVE", "quest_closed"],
    ["ACCEPTING_APPLICATIONS", undefined],
    ["IN_PROGRESS", undefined],
    ["DATA_PROCESSING", "quest_closed"],
    ["COMPLETED", "quest_closed"],
  ] as const)("to a quest that is %s: %s", (quest_status, code) => {
    expect(codeOf(() => requireCollecting({ status: "in_progress", quest_status }))).toBe(code);
    expect(codeOf(() => requireCollecting({ status: "completed", quest_status }))).toBe("quest_completed");
  });
});

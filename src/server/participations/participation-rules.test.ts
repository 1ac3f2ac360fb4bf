import { describe, expect, it } from "vitest";
import { questStatuses } from "../../contract/enums.ts";
import type { JoinableQuest } from "../../contract/joining-rules.ts";
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
    const quest = {
      quest_status: "ACCEPTING_APPLICATIONS" as const,
      quest_deadline: null,
      adventurer_limit: 2,
      adventurer_count: 1,
    };
    const now = new Date("2026-06-10T11:59:00Z");
    const obstacleTo = (changes: Partial<JoinableQuest>) =>
      codeOf(() => requireJoinable({ ...quest, ...changes }, now));
    expect(obstacleTo({})).toBeUndefined();
    expect(obstacleTo({ adventurer_count: 2 })).toBe("quest_full");
    expect(obstacleTo({ adventurer_limit: null, adventurer_count: 9 })).toBeUndefined();
    for (const quest_status of questStatuses.filter((status) => status !== "ACCEPTING_APPLICATIONS")) {
      expect(obstacleTo({ quest_status })).toBe("quest_not_accepting");
    }
    // On Baker Island, at UTC−12, it still is the ninth.
    expect(obstacleTo({ quest_deadline: "2026-06-09" })).toBeUndefined();
    expect(obstacleTo({ quest_deadline: "2026-06-08" })).toBe("quest_deadline_passed");
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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questStatuses } from "../../contract/enums.ts";
import type { JoinableQuest } from "../../contract/joining-rules.ts";
import { isCollecting, requireCapturedInTime, requireJoinable, type StatusChange } from "./participation-rules.ts";

const codeOf = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("joining", () => {
  it("[CALL-06] is for quests that accept applications and have room", () => {
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
    // On Baker Island, at UTC−12, it is still the ninth.
    expect(obstacleTo({ quest_deadline: "2026-06-09" })).toBeUndefined();
    expect(obstacleTo({ quest_deadline: "2026-06-08" })).toBe("quest_deadline_passed");
  });
});

describe("adding a data point", () => {
  const minutes = (count: number) => new Date(Date.UTC(2026, 4, 1) + count * 60_000);

  it.each([
    ["INACTIVE", false],
    ["ACCEPTING_APPLICATIONS", true],
    ["IN_PROGRESS", true],
    ["DATA_PROCESSING", false],
    ["COMPLETED", false],
  ] as const)("to a quest that is %s: %s", (quest_status, mayBeAdded) => {
    expect(isCollecting({ status: "in_progress", quest_status })).toBe(mayBeAdded);
    expect(isCollecting({ status: "completed", quest_status })).toBe(false);
  });

  it("after the end requires a capture between joining and the end, while the quest collected, bounds included", () => {
    const participation = { status: "in_progress", quest_status: "COMPLETED", joined_at: minutes(10) } as const;
    const changes: StatusChange[] = [
      { quest_status: "INACTIVE", changed_at: minutes(0) },
      { quest_status: "ACCEPTING_APPLICATIONS", changed_at: minutes(5) },
      { quest_status: "DATA_PROCESSING", changed_at: minutes(20) },
      { quest_status: "IN_PROGRESS", changed_at: minutes(30) },
      { quest_status: "COMPLETED", changed_at: minutes(40) },
    ];
    const closed = (at: Date | null) =>
      codeOf(() => requireCapturedInTime({ ...participation, completed_at: null }, at, changes));
    const completed = (at: Date | null) =>
      codeOf(() =>
        requireCapturedInTime({ ...participation, status: "completed", completed_at: minutes(35) }, at, changes),
      );
    const momentsBefore = (count: number) => new Date(minutes(count).getTime() - 1);
    for (const inTime of [minutes(10), momentsBefore(20), minutes(30), minutes(35)]) {
      expect([closed(inTime), completed(inTime)], inTime.toISOString()).toEqual([undefined, undefined]);
    }
    for (const outside of [null, minutes(7), momentsBefore(10), minutes(20), momentsBefore(30), minutes(40)]) {
      expect([closed(outside), completed(outside)], String(outside)).toEqual(["quest_closed", "quest_completed"]);
    }
    expect([closed(momentsBefore(40)), completed(momentsBefore(40))]).toEqual([undefined, "quest_completed"]);
  });

  it("after the end is never possible for captures while the quest wasn't collecting", () => {
    const change = fc.record({ quest_status: fc.constantFrom(...questStatuses), minute: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(100), fc.nat(100), (drawn, joined, captured) => {
        const changes = drawn
          .sort((a, b) => a.minute - b.minute)
          .map(({ quest_status, minute }) => ({ quest_status, changed_at: minutes(minute) }));
        const statusThen = drawn.filter(({ minute }) => minute <= captured).at(-1)?.quest_status ?? "INACTIVE";
        const isTaken =
          codeOf(() =>
            requireCapturedInTime(
              { status: "in_progress", quest_status: "COMPLETED", joined_at: minutes(joined), completed_at: null },
              minutes(captured),
              changes,
            ),
          ) === undefined;
        expect(isTaken).toBe(captured >= joined && isCollecting({ status: "in_progress", quest_status: statusThen }));
      }),
    );
  });
});

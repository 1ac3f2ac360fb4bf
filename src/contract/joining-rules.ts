import type { QuestStatus } from "./enums.ts";
import type { ErrorCode } from "./errors.ts";

/** What decides whether a quest can be joined. */
export type JoinableQuest = {
  quest_status: QuestStatus;
  /** `YYYY-MM-DD`; the quest can be joined on that day, and not after it. */
  quest_deadline: string | null;
  adventurer_limit: number | null;
  adventurer_count: number;
};

export type JoinObstacle = Extract<ErrorCode, "quest_not_accepting" | "quest_deadline_passed" | "quest_full">;

/**
 * Why somebody who has not joined a quest cannot join it; undefined where they can. `today` is `YYYY-MM-DD`: where the reader
 * is in a browser, the day that ends last on the server.
 */
export function findJoinObstacle(quest: JoinableQuest, today: string): JoinObstacle | undefined {
  if (quest.quest_status !== "ACCEPTING_APPLICATIONS") return "quest_not_accepting";
  if (quest.quest_deadline !== null && quest.quest_deadline < today) return "quest_deadline_passed";
  if (quest.adventurer_limit !== null && quest.adventurer_count >= quest.adventurer_limit) return "quest_full";
  return undefined;
}

/** The earliest day that it still is somewhere on Earth (at UTC−12), as `YYYY-MM-DD`: a deadline before it has passed for all. */
export function earliestDayOnEarth(now: Date): string {
  return new Date(now.getTime() - 12 * 60 * 60_000).toISOString().slice(0, 10);
}

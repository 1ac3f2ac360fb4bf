import type { QuestStatus } from "./enums.ts";
import type { ErrorCode } from "./errors.ts";

/** The facts that decide whether a quest can be joined. */
export type JoinableQuest = {
  quest_status: QuestStatus;
  /** `YYYY-MM-DD`, inclusive. */
  quest_deadline: string | null;
  adventurer_limit: number | null;
  adventurer_count: number;
};

export type JoinObstacle = Extract<ErrorCode, "quest_not_accepting" | "quest_deadline_passed" | "quest_full">;

/**
 * Why a volunteer can't join the quest; undefined if they can. `today` is `earliestDayOnEarth` on both ends.
 */
export function findJoinObstacle(quest: JoinableQuest, today: string): JoinObstacle | undefined {
  if (quest.quest_status !== "ACCEPTING_APPLICATIONS") return "quest_not_accepting";
  if (quest.quest_deadline !== null && quest.quest_deadline < today) return "quest_deadline_passed";
  if (quest.adventurer_limit !== null && quest.adventurer_count >= quest.adventurer_limit) return "quest_full";
  return undefined;
}

/** The earliest current day on Earth (at UTC−12), as `YYYY-MM-DD`. A deadline before it has passed everywhere. */
export function earliestDayOnEarth(now: Date): string {
  return new Date(now.getTime() - 12 * 60 * 60_000).toISOString().slice(0, 10);
}

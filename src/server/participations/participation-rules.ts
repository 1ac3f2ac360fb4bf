import type { QuestStatus } from "../../contract/enums.ts";
import { earliestDayOnEarth, findJoinObstacle, type JoinableQuest } from "../../contract/joining-rules.ts";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * Whether somebody who has not joined yet may.
 * @throws DomainError `quest_not_accepting`, `quest_deadline_passed`, `quest_full`
 */
export function requireJoinable(quest: JoinableQuest, now: Date): void {
  const obstacle = findJoinObstacle(quest, earliestDayOnEarth(now));
  if (obstacle) throw new DomainError(obstacle);
}

/**
 * Whether a data point may be added.
 * @throws DomainError `quest_completed`, `quest_closed`
 */
export function requireCollecting(participation: {
  status: "in_progress" | "completed";
  quest_status: QuestStatus;
}): void {
  if (participation.status === "completed") {
    throw new DomainError("quest_completed");
  }
  if (participation.quest_status !== "ACCEPTING_APPLICATIONS" && participation.quest_status !== "IN_PROGRESS") {
    throw new DomainError("quest_closed");
  }
}

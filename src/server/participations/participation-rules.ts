import type { QuestStatus } from "../../contract/enums.ts";
import { earliestDayOnEarth, findJoinObstacle, type JoinableQuest } from "../../contract/joining-rules.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** @throws DomainError `quest_not_accepting`, `quest_deadline_passed`, `quest_full` */
export function requireJoinable(quest: JoinableQuest, now: Date): void {
  const obstacle = findJoinObstacle(quest, earliestDayOnEarth(now));
  if (obstacle) throw new DomainError(obstacle);
}

export type CollectingParticipation = {
  status: "in_progress" | "completed";
  quest_status: QuestStatus;
  joined_at: Date;
  completed_at: Date | null;
};

export type StatusChange = { quest_status: QuestStatus; changed_at: Date };

const isCollectingStatus = (status: QuestStatus | undefined) =>
  status === "ACCEPTING_APPLICATIONS" || status === "IN_PROGRESS";

/** Whether the quest and the participation accept data points now. */
export function isCollecting({
  status,
  quest_status,
}: Pick<CollectingParticipation, "status" | "quest_status">): boolean {
  return status !== "completed" && isCollectingStatus(quest_status);
}

/**
 * Accepts a late data point if it was captured after joining, before completing, and while the quest collected.
 * @param capturedAt by the server's clock; null if unknown
 * @param changes every status of the quest, the oldest first
 * @throws DomainError `quest_completed`, `quest_closed`
 */
export function requireCapturedInTime(
  participation: CollectingParticipation,
  capturedAt: Date | null,
  changes: readonly StatusChange[],
): void {
  if (capturedAt && wasCollecting(participation, capturedAt, changes)) return;
  throw new DomainError(participation.status === "completed" ? "quest_completed" : "quest_closed");
}

function wasCollecting(
  { joined_at, completed_at }: CollectingParticipation,
  at: Date,
  changes: readonly StatusChange[],
): boolean {
  if (at < joined_at || (completed_at && at > completed_at)) return false;
  return isCollectingStatus(changes.findLast(({ changed_at }) => changed_at <= at)?.quest_status);
}

/**
 * The end that a late data point missed: when the quest stopped collecting or the participation was completed, whichever is
 * earlier; null if neither is known.
 * @param changes as above
 */
export function findEndBefore(
  arrivedAt: Date,
  completedAt: Date | null,
  changes: readonly StatusChange[],
): Date | null {
  const known = changes.filter(({ changed_at }) => changed_at <= arrivedAt);
  const closed = known[known.findLastIndex(({ quest_status }) => isCollectingStatus(quest_status)) + 1];
  const ends = [completedAt, closed?.changed_at].filter((end): end is Date => end instanceof Date && end <= arrivedAt);
  return ends.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

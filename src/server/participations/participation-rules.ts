import type { QuestStatus } from "../../contract/enums.ts";
import { earliestDayOnEarth, findJoinObstacle, type JoinableQuest } from "../../contract/joining-rules.ts";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * Whether a new volunteer may join.
 * @throws DomainError `quest_not_accepting`, `quest_deadline_passed`, `quest_full`
 */
export function requireJoinable(quest: JoinableQuest, now: Date): void {
  const obstacle = findJoinObstacle(quest, earliestDayOnEarth(now));
  if (obstacle) throw new DomainError(obstacle);
}

/** A submitted participation record. */
export type SentParticipation = {
  quest_id?: number | undefined;
  quest?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * A record may name its quest in one place, in both, or not at all.
 * @throws DomainError `validation_failed`
 */
export function requireSameQuest({ quest_id, quest }: SentParticipation, questId: number): void {
  if ((quest_id ?? questId) !== questId) throw new DomainError("validation_failed.otherQuest", { field: "quest_id" });
  if ((quest?.id ?? questId) !== questId) throw new DomainError("validation_failed.otherQuest", { field: "quest.id" });
}

export type CollectingParticipation = {
  status: "in_progress" | "completed";
  quest_status: QuestStatus;
  joined_at: Date;
  completed_at: Date | null;
};

/** A change of a quest's status. */
export type StatusChange = { quest_status: QuestStatus; changed_at: Date };

const isCollectingStatus = (status: QuestStatus | undefined) =>
  status === "ACCEPTING_APPLICATIONS" || status === "IN_PROGRESS";

/** Whether quest and participation accept data points now. */
export function isCollecting({
  status,
  quest_status,
}: Pick<CollectingParticipation, "status" | "quest_status">): boolean {
  return status !== "completed" && isCollectingStatus(quest_status);
}

/**
 * Whether a data point that arrives after the end is accepted: it must be captured after joining, before completing,
 * and while the quest was collecting.
 * @param capturedAt by the server's clock; null if unknown
 * @param changes the quest's status history, oldest first
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
 * When a late data point's quest stopped collecting or its participation was completed, whichever was first; null if
 * unknown.
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

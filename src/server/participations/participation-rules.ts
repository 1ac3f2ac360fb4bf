import type { QuestStatus } from "../../contract/enums.ts";
import { DomainError } from "../refusals/domain-error.ts";

/**
 * Whether somebody who has not joined yet may.
 * @throws DomainError `quest_not_accepting`, `quest_full`
 */
export function requireJoinable(quest: {
  quest_status: QuestStatus;
  adventurer_limit: number | null;
  adventurer_count: number;
}): void {
  if (quest.quest_status !== "ACCEPTING_APPLICATIONS") {
    throw new DomainError("quest_not_accepting");
  }
  if (quest.adventurer_limit !== null && quest.adventurer_count >= quest.adventurer_limit) {
    throw new DomainError("quest_full");
  }
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

import type { QuestStatus } from "../../../contract/enums.ts";

/** What a quest's status is called on a volunteer's screens. */
export const questStatusLabels: Record<QuestStatus, string> = {
  INACTIVE: "Not open yet",
  ACCEPTING_APPLICATIONS: "Accepting applications",
  IN_PROGRESS: "In progress",
  DATA_PROCESSING: "Data processing",
  COMPLETED: "Completed",
};

/** The statuses one can filter by; quests that are not open yet are not on the list. */
export const filterableStatuses = [
  "ACCEPTING_APPLICATIONS",
  "IN_PROGRESS",
  "DATA_PROCESSING",
  "COMPLETED",
] as const satisfies QuestStatus[];

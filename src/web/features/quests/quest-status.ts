import type { QuestStatus } from "../../../contract/enums.ts";

/** The statuses to filter by. The list has no quests that are not open yet. */
export const filterableStatuses = [
  "ACCEPTING_APPLICATIONS",
  "IN_PROGRESS",
  "DATA_PROCESSING",
  "COMPLETED",
] as const satisfies QuestStatus[];

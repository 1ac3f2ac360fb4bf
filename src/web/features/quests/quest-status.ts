import type { QuestStatus } from "../../../contract/enums.ts";

/** The statuses one can filter by; quests that are not open yet are not on the list. */
export const filterableStatuses = [
  "ACCEPTING_APPLICATIONS",
  "IN_PROGRESS",
  "DATA_PROCESSING",
  "COMPLETED",
] as const satisfies QuestStatus[];

/** Sortable columns of the quest table. */
export const questSorts = [
  "quest",
  "organization",
  "location",
  "deadline",
  "status",
  "samples",
  "applications",
] as const;
export type QuestSort = (typeof questSorts)[number];

/** Filtered quest lists stop counting here. */
export const questCountMax = 2_000;

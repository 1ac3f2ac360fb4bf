/** The columns that the table of quests is sorted by. */
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

/** Counts of quests that filters find stop here. */
export const questCountMax = 2_000;

import { sampleStates } from "./enums.ts";

/** Sortable columns of the administrators' tables. */

export const applicationSorts = ["adventurer", "quest", "joined", "status", "completed"] as const;
export type ApplicationSort = (typeof applicationSorts)[number];

export const datasetSorts = ["quest", "type", ...sampleStates] as const;
export type DatasetSort = (typeof datasetSorts)[number];

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

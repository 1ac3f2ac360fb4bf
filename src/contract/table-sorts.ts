import { sampleStates } from "./enums.ts";

/** The columns that the administrators' tables are sorted by. */

export const applicationSorts = ["adventurer", "quest", "joined", "status", "completed"] as const;
export type ApplicationSort = (typeof applicationSorts)[number];

export const datasetSorts = ["quest", "type", ...sampleStates] as const;
export type DatasetSort = (typeof datasetSorts)[number];

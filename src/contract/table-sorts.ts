import { sampleStates } from "./enums.ts";

/** Sortable columns of the administrators' tables. */

export const applicationSorts = ["adventurer", "quest", "joined", "status", "completed"] as const;
export type ApplicationSort = (typeof applicationSorts)[number];

export const datasetSorts = ["quest", "type", ...sampleStates] as const;
export type DatasetSort = (typeof datasetSorts)[number];

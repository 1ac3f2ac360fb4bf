import * as z from "zod/mini";
import { call } from "./call.ts";
import { sampleStates } from "./enums.ts";
import { byId } from "./request-fields.ts";
import { coordinatesSchema, dateSchema, idSchema, instantSchema } from "./scalars.ts";

const countSchema = z.int();
const countsOfPoints = {
  /** Data points, whatever their state. */
  measured: countSchema,
  accepted: countSchema,
  denied: countSchema,
  change_requested: countSchema,
};

/** What happened in a quest, for its team. Not in the specification. */
export const questProgressSchema = z.object({
  quest_name: z.string(),
  /** Accepted data points wanted from everyone together; null if nobody said. */
  target_total: z.nullable(countSchema),
  joined: countSchema,
  pending: countSchema,
  ...countsOfPoints,
  /** What each step of `series` spans: days, or weeks from Monday if the quest is older than a year. */
  unit: z.enum(["day", "week"]),
  /** Steps in which something happened, the oldest first. Data points count on the day (UTC) they arrived. */
  series: z.array(z.object({ from: dateSchema, joined: countSchema, ...countsOfPoints })),
  /** From a data point's arrival to its first decision, over the newest decided ones; null before any decision. */
  median_decision_hours: z.nullable(z.number()),
  /** At most 50 volunteers who may need help, those with the most denied or returned data points first. */
  needs_help: z.array(
    z.object({
      adventurer_id: z.string(),
      /** `sent_back`: many of their newest data points were denied or returned. `stopped`: after one data point. */
      reason: z.enum(["sent_back", "stopped"]),
      /** Counts of their newest decided data points: all, and those denied or returned. */
      decided: countSchema,
      sent_back: countSchema,
      /** The state to filter samples by, to see the data points in question. */
      state: z.enum(sampleStates),
      last_arrived_at: instantSchema,
    }),
  ),
  /** The newest data points. */
  points: z.array(z.object({ coordinates: coordinatesSchema, state: z.enum(sampleStates) })),
  /** The quest's locations, with how many of `points` are nearest to each; denied ones don't count. */
  places: z.array(
    z.object({
      id: idSchema,
      locality: z.string(),
      country: z.string(),
      coordinates: coordinatesSchema,
      count: countSchema,
    }),
  ),
  /** Those that are too far from every location to belong to one. */
  elsewhere: countSchema,
});
export type QuestProgress = z.infer<typeof questProgressSchema>;

export const questProgressCalls = {
  getQuestProgress: call("GET", "/quests/{id}/progress", "viewer", {
    cost: "search",
    summary: "What happened in a quest: who joined, what was measured and decided, where, and who may need help.",
    params: byId,
    response: questProgressSchema,
  }),
};

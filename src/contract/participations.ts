import * as z from "zod/mini";
import { call } from "./call.ts";
import { applicationSorts } from "./desk-tables.ts";
import { participationStatuses } from "./enums.ts";
import { lessonStateSchema } from "./lessons.ts";
import { questSchema } from "./quests.ts";
import { byId, byUsername, byUsernameAndId, partQuery, sortQuery } from "./request-fields.ts";
import { idSchema } from "./scalars.ts";

/** A volunteer's participation in a quest; `completed` is final. */
export const adventurerQuestSchema = z.object({
  quest: questSchema,
  status: z.string(),
  quest_id: idSchema,
  /** Data points sent, without denied ones. Not in the specification. */
  data_point_count: z.int(),
  /** The same of all volunteers; omitted in lists of quests. Not in the specification. */
  total_data_point_count: z.optional(z.int()),
  /** If the quest has one. Not in the specification. */
  lesson: z.optional(lessonStateSchema),
  /** How many it has that aren't retired; omitted without any. Not in the specification. */
  station_count: z.optional(z.int()),
});
export type AdventurerQuest = z.infer<typeof adventurerQuestSchema>;

/** Completes a quest: the record with its new status. Its quest fields are ignored. */
export const participationPatchSchema = z.object({
  quest: z.optional(z.looseObject({})),
  status: z.literal("completed"),
  quest_id: z.optional(idSchema),
});

/** One volunteer joining one quest. Not in the specification. */
export const applicationSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  adventurer_id: z.string(),
  status: z.string(),
  joined_at: z.string(),
  completed_at: z.nullable(z.string()),
});
export type Application = z.infer<typeof applicationSchema>;

export const applicationQuerySchema = z.object({
  quest_id: z.optional(byId.shape.id),
  organization_id: z.optional(byId.shape.id),
  status: z.optional(z.enum(participationStatuses)),
  /** Newest first by default. */
  sort: z.optional(sortQuery(applicationSorts)),
  ...partQuery.shape,
});
export type ApplicationQuery = z.infer<typeof applicationQuerySchema>;

export const participationCalls = {
  listAdventurerQuests: call("GET", "/adventurers/{username}/quests", "self", {
    keptOffline: "always",
    summary: "The quests the volunteer has joined.",
    params: byUsername,
    response: z.array(adventurerQuestSchema),
  }),
  getAdventurerQuest: call("GET", "/adventurers/{username}/quests/{id}", "self", {
    keptOffline: "newest",
    summary: "The volunteer's record of one quest; code `not_joined` if there is none.",
    params: byUsernameAndId,
    response: adventurerQuestSchema,
  }),
  joinQuest: call("POST", "/adventurers/{username}/quests/{id}/sign-up", "self", {
    summary: "Join a quest. Joining twice is harmless.",
    params: byUsernameAndId,
    response: adventurerQuestSchema,
  }),
  updateAdventurerQuest: call("PATCH", "/adventurers/{username}/quests/{id}", "self", {
    summary:
      "Complete a quest: the record with status `completed`. Completing twice is harmless; a record of another quest is rejected.",
    params: byUsernameAndId,
    body: participationPatchSchema,
    response: adventurerQuestSchema,
  }),
  listApplications: call("GET", "/admin/applications", "viewer", {
    summary: "Who joined which quest and when, newest first or sorted by a column.",
    query: applicationQuerySchema,
    response: z.array(applicationSchema),
  }),
};

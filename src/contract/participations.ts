import * as z from "zod/mini";
import { participationStatuses } from "./enums.ts";
import { questSchema } from "./quests.ts";
import { byId, partQuery, sortQuery } from "./request-fields.ts";
import { idSchema } from "./scalars.ts";
import { applicationSorts } from "./table-sorts.ts";

/** An adventurer's record of a quest; `completed` is the terminal status. */
export const adventurerQuestSchema = z.object({
  quest: questSchema,
  status: z.string(),
  quest_id: idSchema,
  /** How many data points the adventurer has sent, without those that were denied. Ours. */
  data_point_count: z.int(),
});
export type AdventurerQuest = z.infer<typeof adventurerQuestSchema>;

/** Completing a quest: the record with its new status. What it says of the quest itself changes nothing. */
export const participationPatchSchema = z.object({
  quest: z.optional(z.looseObject({})),
  status: z.literal("completed"),
  quest_id: z.optional(idSchema),
});

/** One adventurer's joining of one quest. Ours. */
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
  status: z.optional(z.enum(participationStatuses)),
  /** Without it the newest comes first. */
  sort: z.optional(sortQuery(applicationSorts)),
  ...partQuery.shape,
});
export type ApplicationQuery = z.infer<typeof applicationQuerySchema>;

import * as z from "zod/mini";
import { questSchema } from "./quests.ts";
import { idSchema } from "./scalars.ts";

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

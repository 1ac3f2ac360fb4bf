import * as z from "zod/mini";
import { questStatusSchema, questTypeSchema } from "./quests.ts";
import { idSchema } from "./scalars.ts";

/** A quest's data points, counted by review state. Ours. */
export const datasetSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  quest_type: questTypeSchema,
  quest_status: questStatusSchema,
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
});
export type Dataset = z.infer<typeof datasetSchema>;

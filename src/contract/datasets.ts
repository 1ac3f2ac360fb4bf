import * as z from "zod/mini";
import { questStatusSchema, questTypeSchema } from "./quests.ts";
import { partQuery, sortQuery } from "./request-fields.ts";
import { idSchema } from "./scalars.ts";
import { datasetSorts } from "./table-sorts.ts";

/** A quest's data points, counted by review state. Not in the specification. */
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

export const datasetListQuerySchema = z.object({
  /** Newest quest first by default. Sorting by counts uses the worker's last count. */
  sort: z.optional(sortQuery(datasetSorts)),
  ...partQuery.shape,
});
export type DatasetListQuery = z.infer<typeof datasetListQuerySchema>;

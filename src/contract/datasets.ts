import * as z from "zod/mini";
import { datasetFormats } from "./desk-enums.ts";
import { questStatusSchema, questTypeSchema } from "./quests.ts";
import { byId, partQuery, sortQuery } from "./request-fields.ts";
import { idSchema } from "./scalars.ts";
import { datasetSorts } from "./table-sorts.ts";

/** A download besides the tables of data points; both keys as in the query of the export. */
const furtherExportSchema = z.object({
  format: z.enum(datasetFormats),
  group: z.optional(z.string()),
  geometry: z.optional(z.string()),
});
export type FurtherExport = z.infer<typeof furtherExportSchema>;

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
  /** Tables of its repeated groups, and its points, lines and areas as features. Absent if it has none. */
  further_exports: z.optional(z.array(furtherExportSchema)),
});
export type Dataset = z.infer<typeof datasetSchema>;

export const datasetListQuerySchema = z.object({
  organization_id: z.optional(byId.shape.id),
  /** Newest quest first by default. Sorting by counts uses the worker's last count. */
  sort: z.optional(sortQuery(datasetSorts)),
  ...partQuery.shape,
});
export type DatasetListQuery = z.infer<typeof datasetListQuerySchema>;

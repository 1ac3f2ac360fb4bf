import * as z from "zod/mini";
import { call } from "./call.ts";
import { datasetFormats } from "./desk-enums.ts";
import { datasetSorts } from "./desk-tables.ts";
import * as limits from "./limits.ts";
import { questStatusSchema, questTypeSchema } from "./quests.ts";
import { byId, partQuery, sortQuery } from "./request-fields.ts";
import { idSchema } from "./scalars.ts";

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

const datasetQuery = z.object({
  format: z.enum(datasetFormats),
  /** Key of a repeated group: the table of its rows. `id` is their key, `parent_id` the data point or row around them. */
  group: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
  /** Key of a point, line or area that becomes the geometry of GeoJSON features; null where there is none. */
  geometry: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
});

export const datasetCalls = {
  listDatasets: call("GET", "/admin/datasets", "viewer", {
    cost: "search",
    summary: "The quests with their number of data points by review state, newest first or sorted by a column.",
    query: datasetListQuerySchema,
    response: z.array(datasetSchema),
  }),
  signExport: call("GET", "/admin/datasets/{id}/export/address", "viewer", {
    summary: "A short-lived URL at which a browser can download the quest's export without a token.",
    params: byId,
    query: datasetQuery,
    response: z.object({ address: z.string() }),
  }),
  saveDataset: call("GET", "/datasets/{id}/export", "signed_address", {
    summary: "The export at a signed URL that expires.",
    params: byId,
    query: z.extend(datasetQuery, {
      expires: z.string().check(z.maxLength(20)),
      signature: z.string().check(z.maxLength(limits.shortTextLength)),
    }),
    produces: ["text/csv", "application/geo+json"],
  }),
  exportDataset: call("GET", "/admin/datasets/{id}/export", "viewer", {
    summary:
      "A quest's accepted data points, or the rows of one of its groups, as CSV or GeoJSON, streamed; or the dictionary of all columns.",
    params: byId,
    query: datasetQuery,
    produces: ["text/csv", "application/geo+json"],
  }),
};

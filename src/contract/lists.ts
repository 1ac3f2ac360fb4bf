import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import type { ListItem } from "../protocol/lists/list-item.ts";
import { listNameLengthMax, listRowsMax } from "../protocol/lists/list-limits.ts";
import { call } from "./call.ts";
import { shortTextLength } from "./limits.ts";
import { byId } from "./request-fields.ts";
import { idSchema, instantSchema, text } from "./scalars.ts";

/** A list of choices, with its newest version. Not in the specification. */
export const listSchema = z.object({
  id: idSchema,
  organization_id: idSchema,
  name: z.string(),
  version: z.int(),
  rows: z.int(),
  /** Names of the columns that filters can compare. */
  attributes: z.array(z.string()),
  /** Whether any version tells where something is. What was chosen from it is public only with exact positions. */
  has_places: z.optional(z.boolean()),
  created_at: instantSchema,
});
export type List = z.infer<typeof listSchema>;

/** The form of an upload; without a name, the file's name counts. */
export const listFieldsSchema = z.object({ name: z.optional(text(1, listNameLengthMax)) });

export const savedListSchema = z.object({ id: idSchema, version: z.int(), rows: z.int() });
export type SavedList = z.infer<typeof savedListSchema>;

export const listQuerySchema = z.object({
  /** The newest by default. */
  version: z.optional(numberField(z.int().check(z.minimum(1), z.maximum(1_000_000)))),
  /** Words that a choice's label, synonyms or code contain. */
  q: z.optional(z.string().check(z.maxLength(shortTextLength))),
  limit: z._default(numberField(z.int().check(z.minimum(1), z.maximum(listRowsMax))), 100),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const listItemSchema = z.object({
  code: z.string(),
  label: z.union([z.string(), z.record(z.string(), z.string())]),
  synonyms: z.optional(z.array(z.string())),
  taxon: z.optional(
    z.object({
      id: z.optional(z.string()),
      scientific_name: z.optional(z.string()),
      rank: z.optional(z.string()),
    }),
  ),
  attributes: z.optional(z.record(z.string(), z.string())),
}) satisfies z.ZodMiniType<ListItem>;

/** One version of a list, which never changes, with its first or best matching choices. */
export const listVersionSchema = z.object({
  ...listSchema.shape,
  items: z.array(listItemSchema),
  /** Present for who may not see its places: columns that tell where something is are left out, or all choices. */
  without_places: z.optional(z.literal(true)),
});
export type ListVersion = z.infer<typeof listVersionSchema>;

export const listCalls = {
  listLists: call("GET", "/organizations/{id}/lists", "coordinator", {
    summary: "An organization's lists of choices, by name.",
    params: byId,
    response: z.array(listSchema),
  }),
  createList: call("POST", "/organizations/{id}/lists", "coordinator", {
    cost: "upload",
    summary:
      "Upload a CSV, GeoJSON or XML file or a checklist (Darwin Core Archive) of up to 50,000 rows as a new list of choices.",
    params: byId,
    body: listFieldsSchema,
    multipart: { file: "file", holds: "CSV, GeoJSON, XML, or the ZIP of a Darwin Core Archive, at most 20 MB." },
    status: 201,
    response: savedListSchema,
  }),
  renewList: call("POST", "/lists/{id}/versions", "coordinator", {
    cost: "upload",
    summary: "Upload a file as the next version of a list. Earlier versions stay.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file", holds: "CSV, GeoJSON, XML, or the ZIP of a Darwin Core Archive, at most 20 MB." },
    status: 201,
    response: savedListSchema,
  }),
  getList: call("GET", "/lists/{id}", "visitor", {
    cost: "search",
    summary: "One version of a list, with its first choices or those that match best.",
    params: byId,
    query: listQuerySchema,
    response: listVersionSchema,
  }),
};

import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import { call } from "./call.ts";
import { fieldNames, questTexts } from "./quest-fields.ts";
import { byId, partQuery } from "./request-fields.ts";
import { instantSchema } from "./scalars.ts";

/** `organization` is a name, `quest_image` whether there is one, `reviewers` and `webhooks` are counts. */
const fieldsWithHistory = [...fieldNames, "translation"] as const;

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const fieldChangeSchema = z.object({
  field: z.enum(fieldsWithHistory),
  before: valueSchema,
  after: valueSchema,
  /** Only a change of kind `translation` has a language and says which text it is. */
  language: z.optional(z.string()),
  text: z.optional(z.enum(questTexts)),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

export const locationChangesSchema = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Names of the first locations among them. */
  names: z.array(z.string()),
});
export type LocationChanges = z.infer<typeof locationChangesSchema>;

/** What one person changed at once. Not in the specification. */
export const questHistoryEntrySchema = z.object({
  id: z.int(),
  at: instantSchema,
  person: z.string(),
  kind: z.enum(["created", "changed"]),
  changes: z.array(fieldChangeSchema),
  locations: z.nullable(locationChangesSchema),
  stations: z.optional(z.nullable(locationChangesSchema)),
});
export type QuestHistoryEntry = z.infer<typeof questHistoryEntrySchema>;

/** An entry can hold each text twice. */
const entriesMax = 20;

export const questHistoryQuerySchema = z.object({
  ...partQuery.shape,
  limit: z._default(numberField(z.int().check(z.minimum(1), z.maximum(entriesMax))), entriesMax),
});

export const questHistoryCalls = {
  listQuestHistory: call("GET", "/quests/{id}/history", "viewer", {
    summary: "Who changed what of a quest, newest first, in pages. Only the newest changes are kept.",
    params: byId,
    query: questHistoryQuerySchema,
    response: z.array(questHistoryEntrySchema),
  }),
};

import * as z from "zod/mini";
import { newsKinds } from "./enums.ts";
import { languagesOfName } from "./quest-languages.ts";
import { idSchema, instantSchema } from "./scalars.ts";

/** What a quest's team told a volunteer, or was asked. Not in the specification. */
export const newsSchema = z.object({
  id: idSchema,
  kind: z.enum(newsKinds),
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  /** The organization speaks, not a person. */
  organization_name: z.string(),
  /** The beginning of a question. */
  title: z.string(),
  /** The answer to a question, empty while it waits. */
  text: z.string(),
  /** The volunteer's own question. */
  question: z.optional(z.string()),
  written_at: z.string(),
  /** The number of the release whose team thanks the volunteer. */
  thanks_for: z.optional(z.int()),
  /** Whether the volunteer hasn't seen it. */
  is_new: z.boolean(),
  /** Whether the volunteer gets no more announcements of this quest. */
  is_muted: z.optional(z.boolean()),
  is_reported: z.optional(z.boolean()),
});
export type News = z.infer<typeof newsSchema>;

export const newsSummarySchema = z.object({
  /** Unseen messages of teams. */
  messages: z.int(),
  /** Data points with unseen decisions or messages. */
  data_points: z.int(),
});

export const mutePayloadSchema = z.object({ muted: z.boolean() });

/** Marks news as seen: these or all, and those that arrived by `until`. */
export const newsSeenPayloadSchema = z.object({
  until: z.optional(instantSchema),
  ids: z.optional(z.array(idSchema).check(z.maxLength(200))),
});

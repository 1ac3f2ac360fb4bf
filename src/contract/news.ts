import * as z from "zod/mini";
import { call } from "./call.ts";
import { newsKinds } from "./enums.ts";
import { languagesOfName } from "./quest-languages.ts";
import { byId, partQuery } from "./request-fields.ts";
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

export const newsCalls = {
  listNews: call("GET", "/account/news", "signed_in", {
    keptOffline: "always",
    summary: "What the teams of your quests told you, newest first, in pages.",
    query: partQuery,
    response: z.array(newsSchema),
  }),
  summarizeNews: call("GET", "/account/news/summary", "signed_in", {
    keptOffline: "always",
    summary: "The number of messages you haven't seen, and of your data points with updates.",
    response: newsSummarySchema,
  }),
  muteQuest: call("PUT", "/account/muted-quests/{id}", "signed_in", {
    summary: "Get no more announcements of a quest you joined, or get them again.",
    params: byId,
    body: mutePayloadSchema,
    status: 204,
  }),
  reportNews: call("POST", "/account/news/{id}/report", "signed_in", {
    summary: "Report a message of a team to the administrators.",
    params: byId,
    status: 204,
  }),
  seeNews: call("POST", "/account/news/seen", "signed_in", {
    summary: "Mark messages as seen.",
    body: newsSeenPayloadSchema,
    status: 204,
  }),
};

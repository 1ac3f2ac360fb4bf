import * as z from "zod/mini";
import { call } from "./call.ts";
import { announcementAudiences, announcementReceivers } from "./desk-enums.ts";
import { announcementTextLength, announcementTitleLength } from "./desk-limits.ts";
import { byId, partQuery } from "./request-fields.ts";
import { idSchema, trimmedText } from "./scalars.ts";

export const announcementPayloadSchema = z.object({
  title: trimmedText(announcementTitleLength.min, announcementTitleLength.max),
  text: trimmedText(announcementTextLength.min, announcementTextLength.max),
  /** All who joined; those of them without a data point; those with a change request to answer. */
  to: z.enum(announcementAudiences),
  /** Client-generated: sending it again returns the same announcement. */
  id: z.optional(z.uuid()),
});
export type AnnouncementPayload = z.infer<typeof announcementPayloadSchema>;

/** An announcement as the quest's team sees it, with its delivery. Not in the specification. */
export const announcementSchema = z.object({
  id: idSchema,
  quest_id: idSchema,
  author: z.string(),
  to: z.enum(announcementReceivers),
  title: z.string(),
  text: z.string(),
  written_at: z.string(),
  /** Number of people it was written to. */
  recipients_expected: z.int(),
  /** Number of people who have it so far. */
  recipients: z.int(),
  /** Null while it is being delivered. */
  delivered_at: z.nullable(z.string()),
  /** Number of people who reported it. */
  reports: z.optional(z.int()),
});
export type Announcement = z.infer<typeof announcementSchema>;

/** Number of people per audience, now. */
export const audienceCountsSchema = z.object({ all: z.int(), not_started: z.int(), to_answer: z.int() });
export type AudienceCounts = z.infer<typeof audienceCountsSchema>;

export const announcementCalls = {
  sendAnnouncement: call("POST", "/quests/{id}/announcements", "coordinator", {
    cost: "search",
    summary: "Write to the volunteers of a quest. It is delivered in batches; the list tells how far it is.",
    params: byId,
    body: announcementPayloadSchema,
    status: 202,
    response: announcementSchema,
  }),
  listAnnouncements: call("GET", "/quests/{id}/announcements", "viewer", {
    summary: "A quest's announcements with their delivery, newest first, in pages.",
    params: byId,
    query: partQuery,
    response: z.array(announcementSchema),
  }),
  countAudiences: call("GET", "/quests/{id}/announcements/audiences", "coordinator", {
    cost: "search",
    summary: "How many volunteers an announcement would reach now.",
    params: byId,
    response: audienceCountsSchema,
  }),
};

import * as z from "zod/mini";
import { call } from "./call.ts";
import { newsKinds } from "./enums.ts";
import { byId, partQuery } from "./request-fields.ts";
import { idSchema } from "./scalars.ts";

/** A message of a team that volunteers reported. Not in the specification. */
export const reportSchema = z.object({
  kind: z.enum(newsKinds),
  /** The id of the announcement or question. */
  id: idSchema,
  quest_id: idSchema,
  quest_name: z.string(),
  organization_name: z.string(),
  /** The beginning of a question. */
  title: z.string(),
  /** The answer to a question. */
  text: z.string(),
  question: z.nullable(z.string()),
  /** Null for a question without an answer. */
  written_by: z.nullable(z.string()),
  written_at: z.string(),
  /** Number of people who reported it. */
  reports: z.int(),
  /** The latest of them. */
  reported_at: z.string(),
  dismissed_by: z.nullable(z.string()),
  dismissed_at: z.nullable(z.string()),
});
export type Report = z.infer<typeof reportSchema>;

export const reportQuerySchema = z.object({
  organization_id: z.optional(byId.shape.id),
  /** Those that were dismissed, instead of those that weren't. */
  dismissed: z.optional(z.literal("only")),
  ...partQuery.shape,
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;

export const dismissalPayloadSchema = z.object({ kind: z.enum(newsKinds), id: idSchema });
export type DismissalPayload = z.infer<typeof dismissalPayloadSchema>;

export const waitingQuerySchema = z.object({ organization_id: z.optional(byId.shape.id) });
/** What waits for a coordinator or an administrator. */
export const waitingSchema = z.object({
  /** Volunteers' questions without an answer. */
  open_questions: z.int(),
  /** Messages with reports that nobody has dismissed. */
  reports: z.int(),
  /** Requests for organizations; for administrators only. */
  organization_requests: z.optional(z.int()),
});
export type Waiting = z.infer<typeof waitingSchema>;

export const reportCalls = {
  listReports: call("GET", "/admin/reports", "coordinator", {
    cost: "search",
    summary: "Messages of teams that volunteers reported, newest first, in pages.",
    query: reportQuerySchema,
    response: z.array(reportSchema),
  }),
  dismissReports: call("POST", "/admin/reports/dismissals", "coordinator", {
    summary: "Dismiss the reports of a message. Later reports are open again.",
    body: dismissalPayloadSchema,
    status: 204,
  }),
  countWaiting: call("GET", "/admin/waiting", "coordinator", {
    summary:
      "The number of open questions, of messages with open reports and, for administrators, of requests for organizations.",
    query: waitingQuerySchema,
    response: waitingSchema,
  }),
};

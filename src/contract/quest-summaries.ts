import * as z from "zod/mini";
import { call } from "./call.ts";
import { questSorts } from "./desk-tables.ts";
import * as limits from "./limits.ts";
import { questStatusSchema, questTypeSchema } from "./quests.ts";
import { byId, partQuery, sortQuery } from "./request-fields.ts";
import { idSchema, instantSchema, text } from "./scalars.ts";

/** A row in the table of quests. Not in the specification. */
export const questSummarySchema = z.object({
  id: idSchema,
  quest_name: z.string(),
  quest_status: questStatusSchema,
  quest_type: questTypeSchema,
  quest_deadline: z.nullable(z.string()),
  organization_name: z.string(),
  /** Locality and country are those of the quest's first location. */
  locality: z.nullable(z.string()),
  country: z.nullable(z.string()),
  adventurer_limit: z.nullable(z.int()),
  adventurer_count: z.int(),
  active_adventurer_count: z.int(),
  /** Data points. */
  sample_count: z.int(),
  pending_count: z.int(),
  accepted_count: z.int(),
  /** Accepted data points wanted in total, if set. */
  target_total: z.optional(z.nullable(z.int())),
  /** Volunteers' questions without an answer. */
  open_question_count: z.optional(z.int()),
  /** When it first had another status than INACTIVE. */
  published_at: z.nullable(instantSchema),
  archived_at: z.nullable(instantSchema),
});
export type QuestSummary = z.infer<typeof questSummarySchema>;

export const questSummaryFilterSchema = z.object({
  /** These three filter as in the public list of quests. */
  q: z.optional(text(0, limits.shortTextLength)),
  type: z.optional(questTypeSchema),
  status: z.optional(questStatusSchema),
  organization_id: z.optional(byId.shape.id),
  /** Only quests with their own protocol. */
  protocol: z.optional(z.literal("own")),
  /** Archived quests are only found by this. */
  archived: z.optional(z.literal("only")),
  /** Only quests with open questions, archived ones too. */
  questions: z.optional(z.literal("open")),
});
export type QuestSummaryFilter = z.infer<typeof questSummaryFilterSchema>;

export const questSummaryQuerySchema = z.extend(questSummaryFilterSchema, {
  /** Newest quest first by default. */
  sort: z.optional(sortQuery(questSorts)),
  ...partQuery.shape,
});
export type QuestSummaryQuery = z.infer<typeof questSummaryQuerySchema>;

export const questCountsSchema = z.object({
  /** Number of matching quests; `questCountMax` means that many or more. */
  found: z.int(),
  /** All quests. The other figures also cover all of them, from the worker's last count if there are many. */
  quests: z.int(),
  /** Participations: a volunteer in two quests counts twice. */
  adventurers: z.int(),
  data_points: z.int(),
});
export type QuestCounts = z.infer<typeof questCountsSchema>;

export const questSummaryCalls = {
  listQuestSummaries: call("GET", "/admin/quests/summaries", "viewer", {
    summary: "Quests, including drafts, with their waiting samples; filtered, sorted and in pages.",
    query: questSummaryQuerySchema,
    response: z.array(questSummarySchema),
  }),
  countQuests: call("GET", "/admin/quests/counts", "viewer", {
    summary: "The number of quests that match the filters, up to a limit, and the totals.",
    query: questSummaryFilterSchema,
    response: questCountsSchema,
  }),
};

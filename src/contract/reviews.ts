import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import { recordOf } from "../protocol/record-of.ts";
import { call } from "./call.ts";
import { decisionResults, evidenceCodes, sampleSorts } from "./desk-enums.ts";
import { claimsMax, decisionIdsMax, reviewersOfQuestMax, reviewReasonLength, reviewReasonsMax } from "./desk-limits.ts";
import { reviewDecisions, sampleStates } from "./enums.ts";
import { byId, partQuery } from "./request-fields.ts";
import { commentText, idSchema, instantSchema, text, usernameSchema } from "./scalars.ts";

const reviewDecisionSchema = z.enum(reviewDecisions);

/** The latest review of a data point. Not in the specification. */
export const reviewSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.nullable(z.string()),
  reviewed_by: z.string(),
  reviewed_at: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

/** One of the decisions on a data point. */
export const pastReviewSchema = z.extend(reviewSchema, {
  /** The data point's revision at the decision. */
  revision: z.int(),
  /** When its reviewer undid it. */
  undone_at: z.nullable(z.string()),
  /** Its reviewer measured the data point, because no other reviewer was known. */
  own_data_point: z.optional(z.literal(true)),
});

/** Time of the decision the reviewer saw; null if none. An unseen decision by someone else is never overwritten. */
const seenReview = z.nullable(instantSchema);

export const reviewPayloadSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
  /** The data point's `edited_at` as the reviewer saw it. If set, a later edit prevents the decision. */
  edited_at: z.optional(z.nullable(instantSchema)),
  /** Same, for the revision. */
  revision: z.optional(idSchema),
  seen_review: z.optional(seenReview),
});
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

const decidedIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(decisionIdsMax));

const byDecidedId = <Value extends z.ZodMiniType>(value: Value) => recordOf(z.uuid(), value, decisionIdsMax);

export const reviewsPayloadSchema = z.object({
  ids: decidedIds,
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
  /** The revisions the reviewer saw, by id or in order of the ids. A newer revision prevents the decision. */
  revisions: z.optional(z.union([byDecidedId(idSchema), z.array(idSchema).check(z.maxLength(decisionIdsMax))])),
  /** By id. */
  seen_reviews: z.optional(byDecidedId(seenReview)),
  /** `edited_at` as the reviewer saw it, by id. A later edit prevents the decision. */
  edited_at: z.optional(byDecidedId(z.nullable(instantSchema))),
});
export type ReviewsPayload = z.infer<typeof reviewsPayloadSchema>;

export const undoPayloadSchema = z.object({ ids: decidedIds });

/** Result for each data point, in order of the ids. */
export const decisionsSchema = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      result: z.enum(decisionResults),
      /** Why there was no decision. */
      code: z.optional(z.string()),
      /** The same for people: who decided what in the meantime. */
      detail: z.optional(z.string()),
    }),
  ),
});
export type Decisions = z.infer<typeof decisionsSchema>;

/** Metres, in a query. */
const meters = z.optional(numberField(z.number().check(z.minimum(0))));

export const sampleFilterSchema = z.object({
  state: z._default(z.enum(sampleStates), "pending"),
  quest_id: z.optional(byId.shape.id),
  organization_id: z.optional(byId.shape.id),
  adventurer_id: z.optional(usernameSchema),
  evidence: z.optional(z.enum(evidenceCodes)),
  /** Words in the quest's name, the volunteer's name or the values, or the start of an id. */
  q: z.optional(text(1, 200)),
  /** Arrival time: `from` inclusive, `before` exclusive. */
  from: z.optional(instantSchema),
  before: z.optional(instantSchema),
  /** Radius of the fix, minimum and maximum. Data points without a radius match neither. */
  accuracy_min: meters,
  accuracy_max: meters,
  /** `me`: only quests assigned to the caller. */
  assigned: z.optional(z.literal("me")),
  /** `1`: decided by someone else and drawn for a second look. The state is then ignored. */
  recheck: z.optional(z.literal("1")),
});
export type SampleFilterFields = z.infer<typeof sampleFilterSchema>;

export const sampleQuerySchema = z.extend(sampleFilterSchema, {
  sort: z._default(z.enum(sampleSorts), "oldest"),
  ...partQuery.shape,
});

/** Samples by state; each count applies the filter without its state. */
export const sampleCountsSchema = z.object({
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
  /** Samples the caller should look at again. */
  recheck: z.int(),
  /** Counting stops here: a count that reaches it means "at least". Null if everything was counted. */
  counted_up_to: z.nullable(z.int()),
});
export type SampleCounts = z.infer<typeof sampleCountsSchema>;

/** All samples the reviewer has open; others are released. */
export const claimsPayloadSchema = z.object({ ids: z.array(z.uuid()).check(z.maxLength(claimsMax)) });

export const claimSchema = z.object({ claimed_by: z.string(), claimed_until: z.string() });
export const claimsSchema = z.object({
  claims: z.array(z.extend(claimSchema, { id: z.uuid(), is_mine: z.boolean() })),
});
export type Claims = z.infer<typeof claimsSchema>;

/** A canned reason of an organization's reviewers. */
export const reviewReasonSchema = z.object({
  decision: reviewDecisionSchema,
  text: text(1, reviewReasonLength),
});
export const reviewReasonsSchema = z.array(reviewReasonSchema).check(z.maxLength(3 * reviewReasonsMax));
export type ReviewReason = z.infer<typeof reviewReasonSchema>;

/** Assigns a reviewer to a quest. */
export const assignmentSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  reviewers: z.array(usernameSchema),
  pending_count: z.int(),
});
export type Assignment = z.infer<typeof assignmentSchema>;
export const assignmentQuerySchema = z.extend(partQuery, { q: z.optional(text(1, 200)) });
export const assignmentPayloadSchema = z.object({
  reviewers: z.array(usernameSchema).check(z.maxLength(reviewersOfQuestMax)),
});

/** A second look at someone else's decision. */
export const recheckPayloadSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
});

/** Activity and agreement of reviewers. */
export const reviewFiguresSchema = z.object({
  /** Start of the period. */
  from: z.string(),
  reviewers: z.array(
    z.object({
      reviewer: z.string(),
      accepted: z.int(),
      denied: z.int(),
      change_requested: z.int(),
      undone: z.int(),
      /** Their decisions that were checked again, and those both reviewers agreed on. */
      rechecked: z.int(),
      agreed: z.int(),
      last_decision_at: z.nullable(z.string()),
    }),
  ),
  agreement: z.object({
    /** Decisions made by two people. */
    count: z.int(),
    /** Share of them both agreed on; null if there are none. */
    observed: z.nullable(z.number()),
    /** Cohen's kappa; null if it can't be computed: nothing was checked twice, or all answers are the same. */
    kappa: z.nullable(z.number()),
    /** How often the first and second reviewer chose each pair of decisions. */
    table: z.array(z.object({ first: reviewDecisionSchema, second: reviewDecisionSchema, count: z.int() })),
  }),
  /** Percentage of decisions drawn for a second look. */
  recheck_percent: z.number(),
});
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>;

export const reviewCalls = {
  reviewSamples: call("PUT", "/quest_data/reviews", "reviewer", {
    summary: "One decision on many samples, in one transaction; returns the result for each.",
    body: reviewsPayloadSchema,
    response: decisionsSchema,
  }),
  undoReviews: call("POST", "/quest_data/reviews/undo", "reviewer", {
    summary: "Undo your own latest decisions, within a minute; they stay in the history as undone.",
    body: undoPayloadSchema,
    response: decisionsSchema,
  }),
  listReviewReasons: call("GET", "/organizations/{id}/review-reasons", "viewer", {
    summary: "The frequent reasons of an organization's reviewers.",
    params: byId,
    response: reviewReasonsSchema,
  }),
  setReviewReasons: call("PUT", "/organizations/{id}/review-reasons", "reviewer", {
    summary: "Replace the reasons of an organization.",
    params: byId,
    body: reviewReasonsSchema,
    response: reviewReasonsSchema,
  }),
  listAssignments: call("GET", "/admin/assignments", "viewer", {
    cost: "search",
    summary:
      "The quests with waiting samples or assigned reviewers, and their reviewers; with search words, all matching quests.",
    query: assignmentQuerySchema,
    response: z.array(assignmentSchema),
  }),
  assignReviewers: call("PUT", "/quests/{id}/reviewers", "coordinator", {
    summary: "Assign reviewers to a quest.",
    params: byId,
    body: assignmentPayloadSchema,
    response: assignmentSchema,
  }),
  getReviewFigures: call("GET", "/admin/review-figures", "viewer", {
    cost: "search",
    summary: "Decisions by reviewer, and agreement between reviewers.",
    query: z.object({ from: z.optional(instantSchema) }),
    response: reviewFiguresSchema,
  }),
};

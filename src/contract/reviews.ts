import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import { recordOf } from "../protocol/record-of.ts";
import { decisionResults, evidenceCodes, reviewDecisions, sampleSorts, sampleStates } from "./enums.ts";
import { claimsMax, decisionIdsMax, reviewersOfQuestMax, reviewReasonLength, reviewReasonsMax } from "./limits.ts";
import { usernameSchema } from "./people.ts";
import { byId, partQuery } from "./request-fields.ts";
import { commentText, idSchema, instantSchema, text } from "./scalars.ts";

const reviewDecisionSchema = z.enum(reviewDecisions);

/** The reviewer's latest word on a data point. Ours. */
export const reviewSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.nullable(z.string()),
  reviewed_by: z.string(),
  reviewed_at: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

/** One decision of all that were made on a data point. */
export const pastReviewSchema = z.extend(reviewSchema, {
  /** Of the data point that was decided on. */
  revision: z.int(),
  /** When its reviewer took it back. */
  undone_at: z.nullable(z.string()),
  /** Its reviewer measured the data point: nobody else was known to review there. */
  own_data_point: z.optional(z.literal(true)),
});

/** The decision that a reviewer saw when they decided, by its time; null: none. One by somebody else that they did not see is never overwritten. */
const seenReview = z.nullable(instantSchema);

export const reviewPayloadSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
  /** As the data point had it that the reviewer saw: one that was changed since then is not decided on. Without it, it is. */
  edited_at: z.optional(z.nullable(instantSchema)),
  /** Likewise. */
  revision: z.optional(idSchema),
  seen_review: z.optional(seenReview),
});
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

const decidedIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(decisionIdsMax));

const byDecidedId = <Value extends z.ZodMiniType>(value: Value) => recordOf(z.uuid(), value, decisionIdsMax);

/** One decision on many data points. */
export const reviewsPayloadSchema = z.object({
  ids: decidedIds,
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
  /** The revisions that the reviewer saw, by id or in the order of the ids: one that has another by now is not decided on. */
  revisions: z.optional(z.union([byDecidedId(idSchema), z.array(idSchema).check(z.maxLength(decisionIdsMax))])),
  /** By id. */
  seen_reviews: z.optional(byDecidedId(seenReview)),
  /** As the data points had it that the reviewer saw, by id: one that was changed since then is not decided on. */
  edited_at: z.optional(byDecidedId(z.nullable(instantSchema))),
});
export type ReviewsPayload = z.infer<typeof reviewsPayloadSchema>;

export const undoPayloadSchema = z.object({ ids: decidedIds });

/** What became of each data point, in the order of the ids. */
export const decisionsSchema = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      result: z.enum(decisionResults),
      /** Why not, where it was not decided on. */
      code: z.optional(z.string()),
      /** The same for people: who decided what meanwhile. */
      detail: z.optional(z.string()),
    }),
  ),
});
export type Decisions = z.infer<typeof decisionsSchema>;

/** A number of metres, as an address has it. */
const meters = z.optional(numberField(z.number().check(z.minimum(0))));

/** Which samples a list shows. */
export const sampleFilterSchema = z.object({
  state: z._default(z.enum(sampleStates), "pending"),
  quest_id: z.optional(byId.shape.id),
  organization_id: z.optional(byId.shape.id),
  adventurer_id: z.optional(usernameSchema),
  evidence: z.optional(z.enum(evidenceCodes)),
  /** Words in the quest's name, the adventurer's, the values, or the beginning of an id. */
  q: z.optional(text(1, 200)),
  /** By when it arrived: from this instant, and before that one. */
  from: z.optional(instantSchema),
  before: z.optional(instantSchema),
  /** The radius of the fix: at least, at most; one without a radius is in neither. */
  accuracy_min: meters,
  accuracy_max: meters,
  /** `me`: of quests that are assigned to whoever asks. */
  assigned: z.optional(z.literal("me")),
  /** `1`: decided by somebody else, and drawn for a second look. The state makes no difference then. */
  recheck: z.optional(z.literal("1")),
});
export type SampleFilterFields = z.infer<typeof sampleFilterSchema>;

export const sampleQuerySchema = z.extend(sampleFilterSchema, {
  sort: z._default(z.enum(sampleSorts), "oldest"),
  ...partQuery.shape,
});

/** Samples by state, each count by the same filter without its state. */
export const sampleCountsSchema = z.object({
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
  /** Those that were drawn for a second look by whoever asks. */
  recheck: z.int(),
  /** Counting stops at this number; a count that reaches it means "at least". Null: all were counted. */
  counted_up_to: z.nullable(z.int()),
});
export type SampleCounts = z.infer<typeof sampleCountsSchema>;

/** The samples that a reviewer has open, all of them: what is left out is held no more. */
export const claimsPayloadSchema = z.object({ ids: z.array(z.uuid()).check(z.maxLength(claimsMax)) });

export const claimSchema = z.object({ claimed_by: z.string(), claimed_until: z.string() });
export const claimsSchema = z.object({
  claims: z.array(z.extend(claimSchema, { id: z.uuid(), is_mine: z.boolean() })),
});
export type Claims = z.infer<typeof claimsSchema>;

/** A reason that an organization's reviewers give often. */
export const reviewReasonSchema = z.object({
  decision: reviewDecisionSchema,
  text: text(1, reviewReasonLength),
});
export const reviewReasonsSchema = z.array(reviewReasonSchema).check(z.maxLength(3 * reviewReasonsMax));
export type ReviewReason = z.infer<typeof reviewReasonSchema>;

/** Who reviews which quest. */
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

/** A second look at a decision of somebody else. */
export const recheckPayloadSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
});

/** What each reviewer did, and how far they agree. */
export const reviewFiguresSchema = z.object({
  /** Since when. */
  from: z.string(),
  reviewers: z.array(
    z.object({
      reviewer: z.string(),
      accepted: z.int(),
      denied: z.int(),
      change_requested: z.int(),
      undone: z.int(),
      /** Decisions of theirs that somebody looked at again, and those on which both agreed. */
      rechecked: z.int(),
      agreed: z.int(),
      last_decision_at: z.nullable(z.string()),
    }),
  ),
  agreement: z.object({
    /** Decisions that two people made. */
    count: z.int(),
    /** The share of them on which both agreed; null where there is none. */
    observed: z.nullable(z.number()),
    /** Cohen's kappa; null where it cannot be computed: nothing was looked at twice, or all had one answer. */
    kappa: z.nullable(z.number()),
    /** How often the first said one thing and the second another. */
    table: z.array(z.object({ first: reviewDecisionSchema, second: reviewDecisionSchema, count: z.int() })),
  }),
  /** How many decisions in a hundred are drawn. */
  recheck_percent: z.number(),
});
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>;

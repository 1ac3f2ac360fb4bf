import * as z from "zod/mini";
import { reviewDecisions } from "./enums.ts";
import { commentText } from "./scalars.ts";

const reviewDecisionSchema = z.enum(reviewDecisions);

/** The reviewer's latest word on a data point. Ours. */
export const reviewSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.nullable(z.string()),
  reviewed_by: z.string(),
  reviewed_at: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

export const reviewPayloadSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.optional(z.nullable(commentText)),
});
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

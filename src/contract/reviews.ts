import * as z from "zod/mini";
import { reviewDecisions } from "./enums.ts";
import { commentText, instantSchema } from "./scalars.ts";

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
  /** As the data point had it that the reviewer saw: one that was changed since then is not decided on. Without it, it is. */
  edited_at: z.optional(z.nullable(instantSchema)),
});
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

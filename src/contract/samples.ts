import * as z from "zod/mini";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { dataPointChangeSchema, evidenceSchema, questDataPointSchema } from "./data-points.ts";
import { sampleStates } from "./enums.ts";
import { adventurerSchema } from "./people.ts";
import { questSchema } from "./quests.ts";
import { reviewSchema } from "./reviews.ts";
import { idSchema } from "./scalars.ts";

/** One row of the sample review. Ours. */
export const sampleRowSchema = z.object({
  id: z.uuid(),
  quest_id: idSchema,
  quest_name: z.string(),
  coordinates: z.nullable(z.string()),
  adventurer_id: z.nullable(z.string()),
  created_at: z.string(),
  state: z.enum(sampleStates),
  thumbnail_presigned_url: z.nullable(z.string()),
});
export type SampleRow = z.infer<typeof sampleRowSchema>;

export const sampleDetailSchema = z.extend(questDataPointSchema, {
  quest: questSchema,
  adventurer_quest: z.object({
    adventurer_id: z.string(),
    quest_id: idSchema,
    status: z.string(),
    adventurer: adventurerSchema,
  }),
  /** Every decision, the newest first. Ours. */
  reviews: z.array(reviewSchema),
  /** What the photo itself says of where it was taken, `"lat,lon"`; only shown to reviewers. Ours. */
  exif_coordinates: z.nullable(z.string()),
  /** The version that it was measured under; null: the specification's form. Ours. */
  protocol: z.nullable(writtenProtocolSchema),
  /** Ours. */
  evidence: evidenceSchema,
  /** What it was before its adventurer changed it, the newest first. Ours. */
  changes: z.array(dataPointChangeSchema),
});
export type SampleDetail = z.infer<typeof sampleDetailSchema>;

import * as z from "zod/mini";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import {
  captureSchema,
  dataPointChangeSchema,
  formerRevisionSchema,
  messageSchema,
  questDataPointSchema,
} from "./data-points.ts";
import { evidenceCodes, ownDataPointRules, sampleStates } from "./enums.ts";
import { adventurerSchema } from "./people.ts";
import { questSchema } from "./quests.ts";
import { claimSchema, pastReviewSchema, reviewSchema } from "./reviews.ts";
import { idSchema } from "./scalars.ts";

/** What may speak against a data point. It decides nothing by itself. */
export const evidenceSchema = z.object({
  code: z.enum(evidenceCodes),
  /** With its numbers, in the language of the request. */
  sentence: z.string(),
  weight: z.number(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** One value that was measured, with the words of the protocol in the language of the request. */
export const rowMeasurementSchema = z.object({
  name: z.string(),
  label: z.nullable(z.string()),
  /** Of the field; null for a value that the protocol does not ask for. */
  kind: z.nullable(z.string()),
  /** Of a choice the label, of several the labels. */
  value: z.union([z.number(), z.boolean(), z.string(), z.array(z.string())]),
  unit: z.nullable(z.string()),
});
export type RowMeasurement = z.infer<typeof rowMeasurementSchema>;

/** One row of the sample review. Ours. */
export const sampleRowSchema = z.object({
  id: z.uuid(),
  quest_id: idSchema,
  quest_name: z.string(),
  organization_id: idSchema,
  coordinates: z.nullable(z.string()),
  accuracy: z.nullable(z.number()),
  adventurer_id: z.nullable(z.string()),
  created_at: z.string(),
  state: z.enum(sampleStates),
  revision: z.int(),
  edited_at: z.nullable(z.string()),
  review: z.nullable(reviewSchema),
  /** The first few, in the protocol's order. */
  measurements: z.array(rowMeasurementSchema),
  evidence: z.array(evidenceSchema),
  /** The sum of the weights: the higher, the more doubtful. */
  score: z.number(),
  /** Who else has it open; null: nobody. */
  claim: z.nullable(claimSchema),
  /** Whoever asks measured it: they may not decide on it, or their decision is marked and drawn for a second look. */
  own_data_point: z.optional(z.enum(ownDataPointRules)),
  /** No picture can be made of one of its photos. */
  has_unreadable_photo: z.optional(z.literal(true)),
  thumbnail_presigned_url: z.nullable(z.string()),
  image_data_presigned_url: z.nullable(z.string()),
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
  reviews: z.array(pastReviewSchema),
  /** What the photo itself says of where it was taken, `"lat,lon"`; only shown to reviewers. Ours. */
  exif_coordinates: z.nullable(z.string()),
  /** The version that it was measured under; null: the specification's form. Ours. */
  protocol: z.nullable(writtenProtocolSchema),
  /** How it came to be. Ours. */
  capture: captureSchema,
  /** What it was before its adventurer changed it, the newest first. Ours. */
  changes: z.array(dataPointChangeSchema),
  /** What may speak against it, the heaviest first. Ours. */
  evidence: z.array(evidenceSchema),
  /** Ours. */
  score: z.number(),
  /** What it was before each answer to a request for change, the newest first. Ours. */
  former_revisions: z.array(formerRevisionSchema),
  /** Between its adventurer and the reviewers, the oldest first. Ours. */
  messages: z.array(messageSchema),
  /** Who else has it open. Ours. */
  claim: z.nullable(claimSchema),
  /** Whoever asks measured it: they may not decide on it, or their decision is marked and drawn for a second look. Ours. */
  own_data_point: z.optional(z.enum(ownDataPointRules)),
});
export type SampleDetail = z.infer<typeof sampleDetailSchema>;

/** Another data point beside a sample. */
export const neighbourSchema = z.object({
  id: z.uuid(),
  coordinates: z.string(),
  adventurer_id: z.string(),
  is_same_adventurer: z.boolean(),
  /** Metres from the sample, along the ground. */
  distance: z.number(),
  /** When it was measured, or else when it arrived. */
  measured_at: z.string(),
  state: z.enum(sampleStates),
  measurements: z.array(rowMeasurementSchema),
  thumbnail_presigned_url: z.nullable(z.string()),
});
export type Neighbour = z.infer<typeof neighbourSchema>;

export const neighboursSchema = z.object({
  /** Of the same quest, the nearest first. */
  near: z.array(neighbourSchema),
  /** The same adventurer's on the same quest, just before and just after, in the order of time. */
  before: z.array(neighbourSchema),
  after: z.array(neighbourSchema),
});

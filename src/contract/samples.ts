import * as z from "zod/mini";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { call } from "./call.ts";
import {
  captureSchema,
  dataPointChangeSchema,
  formerRevisionSchema,
  messageSchema,
  questDataPointSchema,
} from "./data-points.ts";
import { evidenceCodes, ownDataPointRules } from "./desk-enums.ts";
import { sampleStates } from "./enums.ts";
import { learnedSchema } from "./lessons.ts";
import { adventurerSchema } from "./people.ts";
import { savedPictureSchema } from "./pictures.ts";
import { questSchema } from "./quests.ts";
import { byUuid } from "./request-fields.ts";
import {
  claimSchema,
  claimsPayloadSchema,
  claimsSchema,
  pastReviewSchema,
  recheckPayloadSchema,
  reviewPayloadSchema,
  reviewSchema,
  sampleCountsSchema,
  sampleFilterSchema,
  sampleQuerySchema,
} from "./reviews.ts";
import { idSchema } from "./scalars.ts";

/** A reason to doubt a data point. It never decides alone. */
export const evidenceSchema = z.object({
  code: z.enum(evidenceCodes),
  /** Includes the numbers, in the request's language. */
  sentence: z.string(),
  weight: z.number(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** One measured value, with the protocol's labels in the request's language. */
export const rowMeasurementSchema = z.object({
  name: z.string(),
  label: z.nullable(z.string()),
  /** Kind of the field; null if the protocol has no such field. */
  kind: z.nullable(z.string()),
  /** Labels for choices. */
  value: z.union([z.number(), z.boolean(), z.string(), z.array(z.string())]),
  unit: z.nullable(z.string()),
});
export type RowMeasurement = z.infer<typeof rowMeasurementSchema>;

/** One row in the sample review. Not in the specification. */
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
  /** Sum of the weights; higher is more doubtful. */
  score: z.number(),
  /** Who else has it open; null if nobody does. */
  claim: z.nullable(claimSchema),
  /** Set if the caller measured it: they can't decide on it, or their decision is marked and rechecked. */
  own_data_point: z.optional(z.enum(ownDataPointRules)),
  /** One of its photos can't be decoded. */
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
  /** All decisions, newest first. Not in the specification. */
  reviews: z.array(pastReviewSchema),
  /** The photo's EXIF position, `"lat,lon"`; only for reviewers. Not in the specification. */
  exif_coordinates: z.nullable(z.string()),
  /** The protocol version it was measured under; null for the specification's form. Not in the specification. */
  protocol: z.nullable(writtenProtocolSchema),
  /** How it was captured. Not in the specification. */
  capture: captureSchema,
  /** States before the volunteer's edits, newest first. Not in the specification. */
  changes: z.array(dataPointChangeSchema),
  /** Reasons to doubt it, heaviest first. Not in the specification. */
  evidence: z.array(evidenceSchema),
  /** Not in the specification. */
  score: z.number(),
  /** Revisions before each answer to a change request, newest first. Not in the specification. */
  former_revisions: z.array(formerRevisionSchema),
  /** Messages between the volunteer and reviewers, oldest first. Not in the specification. */
  messages: z.array(messageSchema),
  /** Who else has it open. Not in the specification. */
  claim: z.nullable(claimSchema),
  /**
   * Set if the caller measured it: they can't decide on it, or their decision is marked and rechecked. Not in the
   * specification.
   */
  own_data_point: z.optional(z.enum(ownDataPointRules)),
  /** How far its volunteer is with the quest's lesson, if there is one. Not in the specification. */
  lesson: z.optional(learnedSchema),
});
export type SampleDetail = z.infer<typeof sampleDetailSchema>;

/** A data point near a sample. */
export const neighbourSchema = z.object({
  id: z.uuid(),
  coordinates: z.string(),
  adventurer_id: z.string(),
  is_same_adventurer: z.boolean(),
  /** Metres from the sample, on the ground. */
  distance: z.number(),
  /** When it was measured, otherwise when it arrived. */
  measured_at: z.string(),
  state: z.enum(sampleStates),
  measurements: z.array(rowMeasurementSchema),
  thumbnail_presigned_url: z.nullable(z.string()),
});
export type Neighbour = z.infer<typeof neighbourSchema>;

export const neighboursSchema = z.object({
  /** In the same quest, nearest first. */
  near: z.array(neighbourSchema),
  /** The same volunteer's in the same quest, just before and after, in order of time. */
  before: z.array(neighbourSchema),
  after: z.array(neighbourSchema),
});

export const sampleCalls = {
  getSample: call("GET", "/quest_data/{id}", "viewer", {
    summary: "One sample, with its quest and its volunteer.",
    params: byUuid,
    response: sampleDetailSchema,
  }),
  listSamples: call("GET", "/admin/samples", "viewer", {
    cost: "search",
    summary: "The samples the reviewer can decide on, by review state, optionally filtered and sorted.",
    query: sampleQuerySchema,
    response: z.array(sampleRowSchema),
  }),
  countSamples: call("GET", "/admin/samples/counts", "viewer", {
    cost: "search",
    summary: "The number of samples in each review state, by the list's filters.",
    query: sampleFilterSchema,
    response: sampleCountsSchema,
  }),
  claimSamples: call("PUT", "/admin/samples/claims", "reviewer", {
    summary: "Claim the samples you have open, so that others leave them alone; this decides nothing.",
    body: claimsPayloadSchema,
    response: claimsSchema,
  }),
  copySamplePhoto: call("POST", "/quest_data/{id}/picture", "coordinator", {
    cost: "picture",
    summary: "Copy a sample's photo, without metadata, to the pictures that lessons and questions can show.",
    params: byUuid,
    status: 201,
    response: savedPictureSchema,
  }),
  listNeighbours: call("GET", "/quest_data/{id}/neighbours", "viewer", {
    cost: "search",
    summary: "Data points near a sample, and its volunteer's previous and next ones.",
    params: byUuid,
    response: neighboursSchema,
  }),
  reviewSample: call("PUT", "/quest_data/{id}/review", "reviewer", {
    summary: "Decide on a sample. Every decision is kept; the newest counts.",
    params: byUuid,
    body: reviewPayloadSchema,
    response: sampleDetailSchema,
  }),
  recheckSample: call("PUT", "/quest_data/{id}/recheck", "reviewer", {
    summary: "A second review of a randomly chosen decision of another reviewer.",
    params: byUuid,
    body: recheckPayloadSchema,
    response: sampleDetailSchema,
  }),
};

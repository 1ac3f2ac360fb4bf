import * as z from "zod/mini";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { call } from "./call.ts";
import { formerRevisionSchema, messageSchema, questDataPointSchema } from "./data-points.ts";
import { sampleStates } from "./enums.ts";
import { languagesOfName } from "./quest-languages.ts";
import { questSchema, questTypeSchema } from "./quests.ts";
import { byId, byUsername, byUsernameAndId, partQuery } from "./request-fields.ts";
import { pastReviewSchema, reviewSchema } from "./reviews.ts";
import { rowMeasurementSchema } from "./samples.ts";
import { coordinatesSchema, dateSchema, idSchema, instantSchema } from "./scalars.ts";

/** A volunteer's data point in any quest, with its status. Not in the specification. */
export const contributionSchema = z.object({
  id: z.uuid(),
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  coordinates: z.string(),
  created_at: z.string(),
  captured_at: z.nullable(z.string()),
  state: z.enum(sampleStates),
  revision: z.int(),
  review: z.nullable(reviewSchema),
  measurements: z.array(rowMeasurementSchema),
  message_count: z.int(),
  /** Whether reviewers did something the volunteer hasn't seen. */
  has_news: z.boolean(),
  thumbnail_presigned_url: z.nullable(z.string()),
  /** Set if one of its photos can't be decoded. */
  has_unreadable_photo: z.optional(z.literal(true)),
});
export type Contribution = z.infer<typeof contributionSchema>;

export const contributionQuerySchema = z.object({
  state: z.optional(z.enum(sampleStates)),
  ...partQuery.shape,
});

export const contributionSummarySchema = z.object({
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
  /** Number of contributions with news. */
  news: z.int(),
});
export type ContributionSummary = z.infer<typeof contributionSummarySchema>;

/** How much of a quest's public results is the volunteer's. Not in the specification. */
export const ownShareSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  /** Accepted data points of the volunteer, and of everyone. */
  own: z.int(),
  accepted: z.int(),
  /** The newest published release that has some of the volunteer's data points, and how many. */
  release: z.optional(z.nullable(z.object({ number: z.int(), own: z.int(), thanks: z.string() }))),
  /** Whether the volunteer shares it on a page of its own. */
  is_shared: z.optional(z.boolean()),
});
export type OwnShare = z.infer<typeof ownShareSchema>;

/** Where one of the volunteer's data points is, for a map. Not in the specification. */
export const ownPlaceSchema = z.object({
  id: z.uuid(),
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  quest_type: questTypeSchema,
  /** Rounded to 0.1 m. */
  coordinates: coordinatesSchema,
  state: z.enum(sampleStates),
});
export type OwnPlace = z.infer<typeof ownPlaceSchema>;

export const byContribution = z.extend(byUsername, { data_point_id: z.uuid() });

export const contributionDetailSchema = z.extend(questDataPointSchema, {
  quest: questSchema,
  protocol: z.nullable(writtenProtocolSchema),
  state: z.enum(sampleStates),
  reviews: z.array(pastReviewSchema),
  former_revisions: z.array(formerRevisionSchema),
  messages: z.array(messageSchema),
  /** Numbers of the quest's published releases that have it. */
  releases: z.optional(z.array(z.int())),
});
export type ContributionDetail = z.infer<typeof contributionDetailSchema>;

/** Marks news up to `until` as seen, for these data points or for all. */
export const seenPayloadSchema = z.object({
  until: instantSchema,
  ids: z.optional(z.array(z.uuid()).check(z.maxLength(200))),
});

/** A volunteer's part of public results, as they share it with everybody. Not in the specification. */
export const sharedContributionSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  quest_type: questTypeSchema,
  organization_name: z.string(),
  /** How the volunteer wants to be credited; null: without a name. */
  name: z.nullable(z.string()),
  /** Accepted data points of the volunteer, and of everyone. */
  own: z.int(),
  accepted: z.int(),
  first_day: z.nullable(dateSchema),
  last_day: z.nullable(dateSchema),
});
export type SharedContribution = z.infer<typeof sharedContributionSchema>;

export const bySharedNumber = z.extend(byId, { number: byId.shape.id });

/** The page that shows it. */
export const sharedAddressSchema = z.object({ address: z.string() });

export const contributionCalls = {
  listContributions: call("GET", "/adventurers/{username}/contributions", "self", {
    keptOffline: "always",
    summary: "The volunteer's data points of all quests, newest first, in pages.",
    params: byUsername,
    query: contributionQuerySchema,
    response: z.array(contributionSchema),
  }),
  listOwnShares: call("GET", "/adventurers/{username}/results", "self", {
    summary:
      "The quests with public results that contain accepted data points of the volunteer, with how many of all; at most 100, those with the most first.",
    params: byUsername,
    response: z.array(ownShareSchema),
  }),
  shareContribution: call("POST", "/adventurers/{username}/quests/{id}/shared", "self", {
    summary:
      "Share one's part of a quest's public results on a page of its own, without positions. Sharing again answers the same address.",
    params: byUsernameAndId,
    response: sharedAddressSchema,
    status: 201,
  }),
  unshareContribution: call("DELETE", "/adventurers/{username}/quests/{id}/shared", "self", {
    summary: "End the sharing: the page is gone.",
    params: byUsernameAndId,
    status: 204,
  }),
  getSharedContribution: call("GET", "/quests/{id}/shared/{number}", "visitor", {
    summary: "A volunteer's part of a quest's public results, as they share it.",
    params: bySharedNumber,
    response: sharedContributionSchema,
  }),
  listOwnPlaces: call("GET", "/adventurers/{username}/places", "self", {
    summary: "Where the volunteer's data points are, the newest first; at most 2,000.",
    params: byUsername,
    response: z.array(ownPlaceSchema),
  }),
  summarizeContributions: call("GET", "/adventurers/{username}/contributions/summary", "self", {
    keptOffline: "always",
    summary: "The number of the volunteer's data points by state, and of those with updates.",
    params: byUsername,
    response: contributionSummarySchema,
  }),
  getContribution: call("GET", "/adventurers/{username}/contributions/{data_point_id}", "self", {
    keptOffline: "newest",
    summary: "Your own data point with all decisions, messages and earlier revisions.",
    params: byContribution,
    response: contributionDetailSchema,
  }),
  seeContributions: call("POST", "/adventurers/{username}/contributions/seen", "self", {
    summary: "Mark updates as read.",
    params: byUsername,
    body: seenPayloadSchema,
    status: 204,
  }),
};

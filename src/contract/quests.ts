import * as z from "zod/mini";
import { protocolSchema, writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { call } from "./call.ts";
import { questDataPointSchema } from "./data-points.ts";
import * as deskLimits from "./desk-limits.ts";
import { coverSizes, questStatuses, questTypes } from "./enums.ts";
import * as limits from "./limits.ts";
import { mapClusterSchema, mapViewQuery } from "./map-clusters.ts";
import type { TypedField } from "./quest-fields.ts";
import {
  languageSchema,
  languagesOfName,
  questTranslationsPayloadSchema,
  questTranslationsSchema,
} from "./quest-languages.ts";
import { bboxQuery, byId, byUuid, partQuery, pointQuery } from "./request-fields.ts";
import { resultsPolicySchema } from "./results.ts";
import { coordinatesSchema, dateSchema, idSchema, longText, nameText, text } from "./scalars.ts";

export const questTypeSchema = z.enum(questTypes);
export const questStatusSchema = z.enum(questStatuses);

const addressLine = z.nullable(text(0, limits.shortTextLength));

export const questLocationSchema = z.object({
  id: idSchema,
  quest_id: idSchema,
  address_line1: addressLine,
  address_line2: addressLine,
  locality: text(deskLimits.locationTextLength.min, deskLimits.locationTextLength.max),
  administrative_area: text(deskLimits.locationTextLength.min, deskLimits.locationTextLength.max),
  postal_code: text(deskLimits.postalCodeLength.min, deskLimits.postalCodeLength.max),
  coordinates: coordinatesSchema,
  country: text(deskLimits.locationTextLength.min, deskLimits.locationTextLength.max),
});
export type QuestLocation = z.infer<typeof questLocationSchema>;

export const questSchema = z.object({
  id: idSchema,
  quest_name: z.string(),
  quest_image: z.nullable(z.string()),
  organization_id: idSchema,
  /** Its first location. */
  location_id: idSchema,
  quest_description: z.nullable(z.string()),
  quest_difficulty: z
    .int()
    .check(z.minimum(limits.questDifficultyAsRead.min), z.maximum(limits.questDifficultyAsRead.max)),
  study_motivation: z.nullable(z.string()),
  training_requirement: z.nullable(z.string()),
  safety: z.nullable(z.string()),
  equipment: z.nullable(z.string()),
  quest_deadline: z.nullable(z.string()),
  adventurer_limit: z.nullable(z.int()),
  quest_status: questStatusSchema,
  quest_type: questTypeSchema,
  locations: z.array(questLocationSchema),
  organization: z.object({ id: idSchema, organization_name: z.string() }),
  /** The data points, for administrators; empty for others. */
  quest_data: z.array(questDataPointSchema),
  /** Volunteers who joined. Not in the specification. */
  adventurer_count: z.int(),
  /** Volunteers who joined and haven't completed it. Not in the specification. */
  active_adventurer_count: z.int(),
  /** The newest protocol; null for the specification's form. Omitted in quest lists. Not in the specification. */
  protocol: z.optional(z.nullable(writtenProtocolSchema)),
  /** Version of that protocol; null for the specification's form. Not in the specification. */
  protocol_version: z.nullable(z.int()),
  /** Data points per volunteer, if set. Not in the specification. */
  target_count: z.nullable(z.int()),
  /** Accepted data points wanted from all volunteers together, if set. Not in the specification. */
  target_total: z.optional(z.nullable(z.int())),
  /** Accepted so far; null without a target. Not in the specification. */
  accepted_total: z.optional(z.nullable(z.int())),
  /** Grows with each change of the quest. Omitted in quest lists. Not in the specification. */
  revision: z.optional(z.int()),
  /** Who may see accepted data points. Not in the specification. */
  results: z.optional(resultsPolicySchema),
  ...languagesOfName,
  /** The texts in other languages; only names in quest lists. Not in the specification. */
  translations: z.optional(questTranslationsSchema),
} satisfies Record<TypedField, z.ZodMiniType> & Record<string, z.ZodMiniType>);
export type Quest = z.infer<typeof questSchema>;

/** A location in the form; new if it has no id. Otherwise what is left out stays. */
export const questLocationPayloadSchema = z.object({
  id: z.optional(z.nullable(idSchema)),
  address_line1: z.optional(addressLine),
  address_line2: z.optional(addressLine),
  locality: questLocationSchema.shape.locality,
  administrative_area: questLocationSchema.shape.administrative_area,
  postal_code: questLocationSchema.shape.postal_code,
  coordinates: coordinatesSchema,
  country: questLocationSchema.shape.country,
});
export type QuestLocationPayload = z.infer<typeof questLocationPayloadSchema>;

const difficultySchema = z.int().check(z.minimum(limits.questDifficulty.min), z.maximum(limits.questDifficulty.max));

/** Parts of the form that aren't one typed value in one column. */
type FurtherPart =
  | "locations"
  | "deleted_locations"
  | "organization"
  | "protocol"
  | "results"
  | "translations"
  | "seen_revision";

/** A new quest. */
export const questFormPayloadSchema = z.object({
  quest_name: nameText(deskLimits.questNameLength.min, deskLimits.questNameLength.max),
  quest_description: z.optional(longText),
  quest_difficulty: z._default(difficultySchema, limits.questDifficulty.default),
  study_motivation: z.optional(longText),
  training_requirement: z.optional(longText),
  safety: z.optional(longText),
  equipment: z.optional(longText),
  quest_deadline: z.optional(z.nullable(dateSchema)),
  adventurer_limit: z.optional(
    z.nullable(z.int().check(z.minimum(deskLimits.adventurerLimit.min), z.maximum(deskLimits.adventurerLimit.max))),
  ),
  quest_status: z._default(questStatusSchema, "INACTIVE"),
  quest_type: z._default(questTypeSchema, "UNCATEGORIZED"),
  locations: z
    .array(questLocationPayloadSchema)
    .check(z.minLength(deskLimits.questLocationCount.min), z.maxLength(deskLimits.questLocationCount.max)),
  organization: z.object({ organization_id: z.optional(idSchema) }),
  /** Not in the specification. Null is the specification's form; if omitted, the protocol stays unchanged. */
  protocol: z.optional(z.nullable(protocolSchema)),
  /** Not in the specification. If omitted, it stays unchanged. */
  target_total: z.optional(
    z.nullable(z.int().check(z.minimum(deskLimits.targetTotal.min), z.maximum(deskLimits.targetTotal.max))),
  ),
  /** Not in the specification. If omitted, it stays unchanged; hidden at first. */
  results: z.optional(resultsPolicySchema),
  /** Language of the texts above. Not in the specification. If omitted, it stays unchanged; English at first. */
  language: z.optional(languageSchema),
  /**
   * The texts in other languages. Not in the specification. If omitted, they stay unchanged; otherwise these replace
   * all.
   */
  translations: z.optional(questTranslationsPayloadSchema),
  /** The `revision` that the form was filled from: a quest that was changed since is not overwritten. Not in the specification. */
  seen_revision: z.optional(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
  /** Removed in the form. They are only recorded here: a separate call deletes them. */
  deleted_locations: z.optional(z.array(idSchema).check(z.maxLength(deskLimits.questLocationCount.max))),
} satisfies Record<TypedField | FurtherPart, z.ZodMiniType>);
export type QuestFormPayload = z.infer<typeof questFormPayloadSchema>;
export type QuestFormInput = z.input<typeof questFormPayloadSchema>;

/** The form of a quest that is saved. What is left out stays as it is: defaults are those of new quests. */
export const questChangePayloadSchema = z.extend(questFormPayloadSchema, {
  quest_difficulty: z.optional(difficultySchema),
  quest_status: z.optional(questStatusSchema),
  quest_type: z.optional(questTypeSchema),
});
export type QuestChangePayload = z.infer<typeof questChangePayloadSchema>;

export const questFilterSchema = z.object({
  /** Matches name and description in any language, organization and location, ignoring case and accents. */
  q: z.optional(text(0, limits.shortTextLength)),
  type: z.optional(questTypeSchema),
  status: z.optional(questStatusSchema),
  organization_id: z.optional(byId.shape.id),
  bbox: z.optional(bboxQuery),
  /** Sorts by distance: the nearest first of those that can be joined, then of the others. */
  near: z.optional(pointQuery),
  ...partQuery.shape,
});
export type QuestFilter = z.infer<typeof questFilterSchema>;

export const questClusterQuerySchema = z.object({
  ...z.pick(questFilterSchema, { q: true, type: true, status: true }).shape,
  ...mapViewQuery.shape,
});

/** One quest on the map, at its first location. Not in the specification. */
const questMarkerSchema = z.object({
  id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  quest_type: questTypeSchema,
  coordinates: coordinatesSchema,
});
export type QuestMarker = z.infer<typeof questMarkerSchema>;

export const questSpotSchema = z.union([questMarkerSchema, mapClusterSchema]);
export type QuestSpot = z.infer<typeof questSpotSchema>;

export const questCalls = {
  listQuests: call("GET", "/quests", "visitor", {
    keptOffline: "newest",
    summary:
      "The quest list for volunteers and visitors, optionally filtered and in pages. Quests that can be joined come first; of these and of the others the newest, or with `near` the nearest, first.",
    query: questFilterSchema,
    response: z.array(questSchema),
  }),
  listQuestClusters: call("GET", "/quests/clusters", "visitor", {
    // It becomes a search if it needs the database.
    cost: "light",
    keptOffline: "newest",
    summary:
      "The quests on a map: at most 500 spots, each a single quest at its first location or several quests that would overlap at this zoom. The counts add up to the quests in the box.",
    query: questClusterQuerySchema,
    response: z.array(questSpotSchema).check(z.maxLength(limits.mapSpotsMax)),
  }),
  getQuest: call("GET", "/quests/{id}", "visitor", {
    keptOffline: "newest",
    summary: "One quest.",
    params: byId,
    response: questSchema,
  }),
  listAdminQuests: call("GET", "/admin/quests", "viewer", {
    summary: "The quest list for administrators, including drafts and data points.",
    response: z.array(questSchema),
  }),
  createQuest: call("POST", "/quests", "coordinator", {
    summary: "Create a quest.",
    body: questFormPayloadSchema,
    status: 201,
    response: questSchema,
  }),
  updateQuest: call("PUT", "/quests/{id}", "coordinator", {
    summary: "Update a quest. What is left out stays as it is, locations as well: another call deletes those.",
    params: byId,
    body: questChangePayloadSchema,
    response: questSchema,
  }),
  deleteQuest: call("DELETE", "/quests/{id}", "coordinator", {
    summary: "Delete a quest that no volunteer has joined.",
    params: byId,
    status: 204,
  }),
  deleteQuestLocations: call("DELETE", "/quests/locations", "coordinator", {
    summary: "Delete locations by id. A quest keeps at least one.",
    body: z.array(idSchema).check(z.minLength(1), z.maxLength(deskLimits.questLocationCount.max)),
    status: 204,
  }),
  setQuestImage: call("PUT", "/quests/{id}/image", "coordinator", {
    cost: "upload",
    summary: "Upload the quest's cover photo; `quest_image` becomes its URL.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file" },
    response: questSchema,
  }),
  deleteQuestImage: call("DELETE", "/quests/{id}/image", "coordinator", {
    summary: "Remove the quest's cover photo.",
    params: byId,
    response: questSchema,
  }),
  getCover: call("GET", "/covers/{id}", "signed_address", {
    cost: "picture",
    summary: "A quest's cover photo, upright and without metadata, at a signed URL.",
    params: byUuid,
    query: z.object({
      signature: z.string().check(z.maxLength(limits.shortTextLength)),
      size: z._default(z.enum(coverSizes), "hero"),
    }),
    produces: "image/jpeg",
  }),
};

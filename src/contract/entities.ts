import * as z from "zod/mini";
import "./validation.ts";
import * as limits from "./limits.ts";

/** PostgreSQL cannot store NUL, and nobody types it on purpose. */
const withoutNul = z.refine<string>((value) => !value.includes("\u0000"), { error: "Must not contain NUL" });
const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max), withoutNul);
const longText = z.nullable(text(0, limits.longTextLength));
const addressLine = z.nullable(text(0, limits.shortTextLength));

export const idSchema = z.int().check(z.minimum(1), z.maximum(limits.maxId));
export const usernameSchema = text(limits.usernameLength.min, limits.usernameLength.max);
export const latitudeSchema = z
  .number()
  .check(z.minimum(limits.latitudeDegrees.min), z.maximum(limits.latitudeDegrees.max));
export const longitudeSchema = z
  .number()
  .check(z.minimum(limits.longitudeDegrees.min), z.maximum(limits.longitudeDegrees.max));

/** Latitude, then longitude, in degrees (WGS 84). GeoJSON has them the other way round. */
export const coordinatesSchema = z.tuple([latitudeSchema, longitudeSchema]);
export type Coordinates = z.infer<typeof coordinatesSchema>;

/** A day, `YYYY-MM-DD`. */
export const dateSchema = z.iso
  .date()
  .check(z.refine<string>((value) => value >= "1900-01-01", { error: "Date must be 1900-01-01 or later" }));
/** An instant, ISO 8601 with an offset. */
export const instantSchema = z.iso.datetime({ offset: true });

export const questTypes = [
  "UNCATEGORIZED",
  "TREES",
  "WATER",
  "SOIL",
  "AIR",
  "HIKING",
  "DIVING",
  "PADDLING",
  "BOATING",
] as const;
export const questTypeSchema = z.enum(questTypes);
export type QuestType = (typeof questTypes)[number];

export const questStatuses = [
  "INACTIVE",
  "ACCEPTING_APPLICATIONS",
  "IN_PROGRESS",
  "DATA_PROCESSING",
  "COMPLETED",
] as const;
export const questStatusSchema = z.enum(questStatuses);
export type QuestStatus = (typeof questStatuses)[number];

/** The words for difficulty 1 to 5, in that order. */
export const difficultyNames = ["EASY", "MILD", "MEDIUM", "HARD", "VERY_HARD"] as const;

/** The equipment that has an icon. */
export const equipmentIcons = ["PHONE", "GPS", "BACKPACK", "COMPASS"] as const;
export type EquipmentIcon = (typeof equipmentIcons)[number];

export const organizationSchema = z.object({
  id: idSchema,
  organization_name: text(1, limits.shortTextLength),
  organization_email: z.string(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const organizationPayloadSchema = z.object({
  organization_name: text(1, limits.shortTextLength),
  organization_email: z.email({ error: "Expected an e-mail address" }).check(z.maxLength(limits.shortTextLength)),
});
export type OrganizationPayload = z.infer<typeof organizationPayloadSchema>;

export const questLocationSchema = z.object({
  id: idSchema,
  quest_id: idSchema,
  address_line1: addressLine,
  address_line2: addressLine,
  locality: text(limits.locationTextLength.min, limits.locationTextLength.max),
  administrative_area: text(limits.locationTextLength.min, limits.locationTextLength.max),
  postal_code: text(limits.postalCodeLength.min, limits.postalCodeLength.max),
  coordinates: coordinatesSchema,
  country: text(limits.locationTextLength.min, limits.locationTextLength.max),
});
export type QuestLocation = z.infer<typeof questLocationSchema>;

export const adventurerSchema = z.object({
  id: usernameSchema,
  bio: z.nullable(z.string()),
  profile_picture_url: z.nullable(z.string()),
});

export const plantResultSchema = z.object({
  score: z.number(),
  species: z.object({ scientificName: z.string(), commonNames: z.array(z.string()) }),
});
export type PlantResult = z.infer<typeof plantResultSchema>;

/** What Pl@ntNet said of a photo, or the error instead. */
export const plantIdDataSchema = z.object({
  bestMatch: z.optional(z.string()),
  results: z.optional(z.array(plantResultSchema)),
  error: z.optional(z.string()),
});
export type PlantIdData = z.infer<typeof plantIdDataSchema>;

/** `tree_width` in centimetres, the user's own position in degrees; further entries are kept as they are. */
export const additionalDataSchema = z.looseObject({
  tree_width: z.optional(z.number()),
  user_supplied_latitude: z.optional(z.nullable(z.number())),
  user_supplied_longitude: z.optional(z.nullable(z.number())),
  plant_id_data: z.optional(z.nullable(plantIdDataSchema)),
});
export type AdditionalData = z.infer<typeof additionalDataSchema>;

export const reviewDecisions = ["accepted", "denied", "change_requested"] as const;
export const reviewDecisionSchema = z.enum(reviewDecisions);
export type ReviewDecision = (typeof reviewDecisions)[number];

/** The reviewer's latest word on a data point. Ours. */
export const reviewSchema = z.object({
  decision: reviewDecisionSchema,
  comment: z.nullable(z.string()),
  reviewed_by: z.string(),
  reviewed_at: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

export const positionSources = ["device", "exif", "manual"] as const;
export const positionSourceSchema = z.enum(positionSources);
export type PositionSource = (typeof positionSources)[number];

export const questDataPointSchema = z.object({
  id: z.uuid(),
  /** Where the picture lives; it answers only with the signature of `image_data_presigned_url`. */
  data_url: z.nullable(z.string()),
  data_type: z.string(),
  /** `"lat,lon"` in degrees. */
  coordinates: z.nullable(z.string()),
  adventurer_id: z.nullable(z.string()),
  quest_id: z.nullable(idSchema),
  additional_data: z.nullable(additionalDataSchema),
  /** A signed address that expires: the picture upright, at most 1600 px, without metadata. */
  image_data_presigned_url: z.nullable(z.string()),
  /** The rest is ours. The same picture, small. */
  thumbnail_presigned_url: z.nullable(z.string()),
  /** Radius of the fix in metres, where it is known. */
  accuracy: z.nullable(z.number()),
  fixed_at: z.nullable(z.string()),
  position_source: positionSourceSchema,
  sha256: z.nullable(z.string()),
  created_at: z.string(),
  review: z.nullable(reviewSchema),
});
export type QuestDataPoint = z.infer<typeof questDataPointSchema>;

export const questSchema = z.object({
  id: idSchema,
  quest_name: z.string(),
  quest_image: z.nullable(z.string()),
  organization_id: idSchema,
  /** The first of its locations. */
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
  /** The data points, for admins; empty for everybody else. */
  quest_data: z.array(questDataPointSchema),
  /** How many adventurers have joined. Ours. */
  adventurer_count: z.int(),
});
export type Quest = z.infer<typeof questSchema>;

/** A location as the form sends it: without an id it is new. */
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

export const questFormPayloadSchema = z.object({
  quest_name: text(limits.questNameLength.min, limits.questNameLength.max),
  quest_description: z.optional(longText),
  quest_difficulty: z._default(
    z.int().check(z.minimum(limits.questDifficulty.min), z.maximum(limits.questDifficulty.max)),
    limits.questDifficulty.default,
  ),
  study_motivation: z.optional(longText),
  training_requirement: z.optional(longText),
  safety: z.optional(longText),
  equipment: z.optional(longText),
  quest_deadline: z.optional(z.nullable(dateSchema)),
  adventurer_limit: z.optional(
    z.nullable(z.int().check(z.minimum(limits.adventurerLimit.min), z.maximum(limits.adventurerLimit.max))),
  ),
  quest_status: z._default(questStatusSchema, "INACTIVE"),
  quest_type: z._default(questTypeSchema, "UNCATEGORIZED"),
  locations: z
    .array(questLocationPayloadSchema)
    .check(z.minLength(limits.questLocationCount.min), z.maxLength(limits.questLocationCount.max)),
  organization: z.object({ organization_id: z.optional(idSchema) }),
  /** Removed in the form; deleted by the call of their own, here only for the record. */
  deleted_locations: z.optional(z.array(idSchema).check(z.maxLength(limits.questLocationCount.max))),
});
export type QuestFormPayload = z.infer<typeof questFormPayloadSchema>;
export type QuestFormInput = z.input<typeof questFormPayloadSchema>;

/** An adventurer's link to a quest; `completed` is the terminal status. */
export const adventurerQuestSchema = z.object({
  quest: questSchema,
  status: z.string(),
  quest_id: idSchema,
});
export type AdventurerQuest = z.infer<typeof adventurerQuestSchema>;

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
});
export type SampleDetail = z.infer<typeof sampleDetailSchema>;

export const poorGpsReportSchema = z.object({
  id: idSchema,
  coordinates: coordinatesSchema,
  highAccuracySolved: z.boolean(),
  sameAsNative: z.boolean(),
  location: z.string(),
  details: z.nullable(z.string()),
});
export type PoorGpsReport = z.infer<typeof poorGpsReportSchema>;

export const poorGpsReportPayloadSchema = z.object({
  coordinates: coordinatesSchema,
  highAccuracySolved: z._default(z.boolean(), false),
  sameAsNative: z._default(z.boolean(), true),
  location: text(1, limits.shortTextLength),
  details: z.optional(z.nullable(text(0, limits.commentLength))),
});
export type PoorGpsReportPayload = z.infer<typeof poorGpsReportPayloadSchema>;

export const plantIdResponseSchema = z.object({
  results: z.array(plantResultSchema),
  bestMatch: z.optional(z.string()),
  /** Of today's (UTC). */
  remainingIdentificationRequests: z.int(),
  /** Set, with `message`, where the service found nothing to say. */
  error: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
export type PlantIdResponse = z.infer<typeof plantIdResponseSchema>;

/** Enumerations of the API and the database, in order. */

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
export type QuestType = (typeof questTypes)[number];

export const questStatuses = [
  "INACTIVE",
  "ACCEPTING_APPLICATIONS",
  "IN_PROGRESS",
  "DATA_PROCESSING",
  "COMPLETED",
] as const;
export type QuestStatus = (typeof questStatuses)[number];

/** Names of difficulty 1 to 5. */
export const difficultyNames = ["EASY", "MILD", "MEDIUM", "HARD", "VERY_HARD"] as const;

export const equipmentIcons = ["PHONE", "GPS", "BACKPACK", "COMPASS"] as const;
export type EquipmentIcon = (typeof equipmentIcons)[number];

/** Status of a participation; `completed` is final. */
export const participationStatuses = ["in_progress", "completed"] as const;

/** States of a request for a new organization. */
export const organizationRequestStates = ["pending", "approved", "declined"] as const;
export type OrganizationRequestState = (typeof organizationRequestStates)[number];
/** Who creates organizations: everybody, everybody with an administrator's approval, or administrators only. */
export const organizationPolicies = ["open", "on_request", "closed"] as const;
export type OrganizationPolicy = (typeof organizationPolicies)[number];

export const reviewDecisions = ["accepted", "denied", "change_requested"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const sampleStates = ["pending", ...reviewDecisions] as const;
export type SampleState = (typeof sampleStates)[number];

/** Orders of the sample list: most doubtful first, cleanest first, by age, or neighbours together. */
export const sampleSorts = ["evidence", "clean", "oldest", "newest", "place"] as const;
export type SampleSort = (typeof sampleSorts)[number];

/** Reasons to doubt a data point; `evidence-weights.ts` has their weights. */
export const evidenceCodes = [
  "same_photo",
  "similar_photo",
  "exif_far",
  "exif_time",
  "poor_accuracy",
  "outside_places",
  "too_close",
  "out_of_range",
  "outlier",
  "late",
  "no_device_position",
  "impossible_travel",
  "burst",
  "dark",
  "blurred",
] as const;
export type EvidenceCode = (typeof evidenceCodes)[number];

/** What reviewers may do with their own data points: nothing, or decide and have the decision marked and rechecked. */
export const ownDataPointRules = ["refused", "marked"] as const;
export type OwnDataPointRule = (typeof ownDataPointRules)[number];

/** Result for one data point of a batch decision. */
export const decisionResults = ["decided", "conflict", "refused"] as const;

/** Source of a position: the device's fix, the photo's metadata, the map, or typed numbers. */
export const positionSources = ["device", "exif", "map", "manual"] as const;
export type PositionSource = (typeof positionSources)[number];

/** Who gets an announcement: all who joined, those without a data point, or those with a change request to answer. */
export const announcementAudiences = ["all", "not_started", "to_answer"] as const;
export type AnnouncementAudience = (typeof announcementAudiences)[number];

export const newsKinds = ["announcement", "question"] as const;

export const photoVariants = ["display", "thumbnail"] as const;
export type PhotoVariant = (typeof photoVariants)[number];

/** Cover sizes: at most 640 px wide, or at most 1600 px on the long side. */
export const coverSizes = ["card", "hero"] as const;
export type CoverSize = (typeof coverSizes)[number];

/** `dictionary` describes the columns of the other two. */
export const datasetFormats = ["csv", "geojson", "dictionary"] as const;
export type DatasetFormat = (typeof datasetFormats)[number];

/** How a provider handles sign-out: OpenID Connect or Cognito. */
export const logoutStyles = ["oidc", "cognito"] as const;

/** Claims that may name an access token's audience: the API, or the client it was issued to. */
export const audienceClaims = ["aud", "client_id", "cid", "appid", "azp"] as const;
export type AudienceClaim = (typeof audienceClaims)[number];

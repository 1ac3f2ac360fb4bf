/** The words that the wire and the database choose from, each list in its order. */

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

/** The words for difficulty 1 to 5, in that order. */
export const difficultyNames = ["EASY", "MILD", "MEDIUM", "HARD", "VERY_HARD"] as const;

/** The equipment that has an icon. */
export const equipmentIcons = ["PHONE", "GPS", "BACKPACK", "COMPASS"] as const;
export type EquipmentIcon = (typeof equipmentIcons)[number];

/** An adventurer's record of a quest; the last is the terminal one. */
export const participationStatuses = ["in_progress", "completed"] as const;

export const reviewDecisions = ["accepted", "denied", "change_requested"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** A data point as reviewers see it: waiting, or decided. */
export const sampleStates = ["pending", ...reviewDecisions] as const;
export type SampleState = (typeof sampleStates)[number];

/** The orders of the list of samples: what is doubtful first, what is clean first, by age, or neighbours together. */
export const sampleSorts = ["evidence", "clean", "oldest", "newest", "place"] as const;
export type SampleSort = (typeof sampleSorts)[number];

/** What may speak against a data point; `evidence-weights.ts` says how much. */
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

/** What a reviewer may do with a data point that they measured themselves: nothing, or decide, which is marked and looked at again. */
export const ownDataPointRules = ["refused", "marked"] as const;
export type OwnDataPointRule = (typeof ownDataPointRules)[number];

/** What becomes of one data point of a decision on many. */
export const decisionResults = ["decided", "conflict", "refused"] as const;

/** Where a position comes from: the device's fix, the photo's own metadata, a place on the map, or typed numbers. */
export const positionSources = ["device", "exif", "map", "manual"] as const;
export type PositionSource = (typeof positionSources)[number];

export const photoVariants = ["display", "thumbnail"] as const;
export type PhotoVariant = (typeof photoVariants)[number];

/** A quest's cover picture: at most 640 px wide, or at most 1600 px on its long side. */
export const coverSizes = ["card", "hero"] as const;
export type CoverSize = (typeof coverSizes)[number];

/** `dictionary` says what the columns of the other two mean. */
export const datasetFormats = ["csv", "geojson", "dictionary"] as const;
export type DatasetFormat = (typeof datasetFormats)[number];

/** How a provider takes a sign-out: by OpenID Connect's rules, or by Cognito's. */
export const logoutStyles = ["oidc", "cognito"] as const;

/** Where an access token says whom it is meant for: the API, or the client that it was given to. */
export const audienceClaims = ["aud", "client_id", "cid", "appid", "azp"] as const;
export type AudienceClaim = (typeof audienceClaims)[number];

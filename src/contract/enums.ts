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

export const reviewDecisions = ["accepted", "denied", "change_requested"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const sampleStates = ["pending", ...reviewDecisions] as const;
export type SampleState = (typeof sampleStates)[number];

/** Source of a position: the device's fix, the photo's metadata, the map, or typed numbers. */
export const positionSources = ["device", "exif", "map", "manual"] as const;
export type PositionSource = (typeof positionSources)[number];

/** When a lesson is asked for; it is always offered. */
export const lessonPolicies = ["never", "before_first", "after_denied"] as const;
export type LessonPolicy = (typeof lessonPolicies)[number];

export const newsKinds = ["announcement", "question"] as const;

export const photoVariants = ["display", "thumbnail"] as const;
export type PhotoVariant = (typeof photoVariants)[number];

/** Cover sizes: at most 640 px wide, or at most 1600 px on the long side. */
export const coverSizes = ["card", "hero"] as const;
export type CoverSize = (typeof coverSizes)[number];

/** How a provider handles sign-out: OpenID Connect or Cognito. */
export const logoutStyles = ["oidc", "cognito"] as const;

/** Claims that may name an access token's audience: the API, or the client it was issued to. */
export const audienceClaims = ["aud", "client_id", "cid", "appid", "azp"] as const;
export type AudienceClaim = (typeof audienceClaims)[number];

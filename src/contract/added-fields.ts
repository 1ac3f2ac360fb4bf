const ofDataPoint = [
  "thumbnail_presigned_url",
  "accuracy",
  "fixed_at",
  "position_source",
  "sha256",
  "created_at",
  "review",
  "protocol_version",
  "photos",
  "files",
  "captured_at",
  "late",
  "edited_at",
  "revision",
  "number",
  "station",
];

const ofForm = ["protocol", "target_total", "results", "language", "translations", "seen_revision"];

/**
 * Fields that Cairn adds to the specification's entities, by the entity's OpenAPI name. The OpenAPI document marks them
 * `x-cairn`, and `docs/requirements.md` lists them.
 */
export const addedFields: Readonly<Record<string, readonly string[]>> = {
  Quest: [
    "adventurer_count",
    "active_adventurer_count",
    "protocol",
    "protocol_version",
    "target_count",
    "target_total",
    "accepted_total",
    "results",
    "language",
    "translations",
    "revision",
  ],
  AdventurerQuest: ["data_point_count", "total_data_point_count", "lesson", "station_count"],
  QuestDataPoint: ofDataPoint,
  SampleDetail: [
    ...ofDataPoint,
    "reviews",
    "exif_coordinates",
    "protocol",
    "capture",
    "changes",
    "evidence",
    "score",
    "former_revisions",
    "messages",
    "claim",
    "own_data_point",
    "lesson",
  ],
  PlantIdResponse: ["bestMatch"],
  QuestFormPayload: ofForm,
  QuestChangePayload: ofForm,
};

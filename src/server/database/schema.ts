import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { AdditionalData, DataPointChange, WrittenFix } from "../../contract/data-points.ts";
import type { PositionSource, QuestStatus, QuestType, ReviewDecision } from "../../contract/enums.ts";
import type { Protocol } from "../../protocol/field.ts";

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

type PhotoFacts = {
  photo_width: number | null;
  photo_height: number | null;
  exif_latitude: number | null;
  exif_longitude: number | null;
  /** As the camera wrote it, ISO 8601, with an offset only where the photo gives one. */
  exif_taken_at: string | null;
};

/** What is kept of a data point that was changed or deleted. */
export type DataPointBefore = Omit<DataPointChange, "changed_at"> & {
  captured_at: string | null;
  photos: { key: string; sha256: string }[];
};

/** The product's tables, column for column as the migrations make them. */
export type Database = {
  organizations: {
    id: Generated<number>;
    organization_name: string;
    organization_email: string;
    created_at: Timestamp;
  };
  quests: {
    id: Generated<number>;
    quest_name: string;
    quest_image: string | null;
    cover_id: string | null;
    organization_id: number;
    quest_description: string | null;
    quest_difficulty: Generated<number>;
    study_motivation: string | null;
    training_requirement: string | null;
    safety: string | null;
    equipment: string | null;
    quest_deadline: string | null;
    adventurer_limit: number | null;
    quest_status: ColumnType<QuestStatus, QuestStatus | undefined, QuestStatus>;
    quest_type: ColumnType<QuestType, QuestType | undefined, QuestType>;
    created_at: Timestamp;
    updated_at: Timestamp;
    search_text: Generated<string>;
    /** The newest; null: the specification's form. */
    protocol_version: number | null;
    had_specification_form: Generated<boolean>;
    /** Of any version. */
    photo_field_count_max: Generated<number>;
  };
  protocol_versions: {
    quest_id: number;
    version: number;
    protocol: JSONColumnType<Protocol, string, never>;
    target_count: ColumnType<number | null, never, never>;
    created_at: Timestamp;
  };
  quest_locations: {
    id: Generated<number>;
    quest_id: number;
    address_line1: string | null;
    address_line2: string | null;
    locality: string;
    administrative_area: string;
    postal_code: string;
    country: string;
    latitude: number;
    longitude: number;
  };
  adventurers: {
    id: string;
    bio: string | null;
    profile_picture_url: string | null;
    created_at: Timestamp;
    issuer: string | null;
    subject: string | null;
    erased_at: NullableTimestamp;
  };
  adventurer_quests: {
    adventurer_id: string;
    quest_id: number;
    status: ColumnType<
      "in_progress" | "completed",
      "in_progress" | "completed" | undefined,
      "in_progress" | "completed"
    >;
    joined_at: Timestamp;
    completed_at: NullableTimestamp;
  };
  quest_data: {
    id: string;
    adventurer_id: string;
    quest_id: number;
    data_type: Generated<string>;
    latitude: number;
    longitude: number;
    accuracy: number | null;
    fixed_at: NullableTimestamp;
    position_source: ColumnType<PositionSource, PositionSource | undefined, PositionSource>;
    additional_data: JSONColumnType<AdditionalData, string, string>;
    /** Null: the specification's form. */
    protocol_version: number | null;
    /** A data point without a photo of its own has null in each of them. */
    photo_key: string | null;
    photo_sha256: string | null;
    photo_bytes: number | null;
    photo_format: PhotoFormat | null;
    created_at: Timestamp;
    review_decision: ReviewDecision | null;
    captured_at: NullableTimestamp;
    captured_at_device: NullableTimestamp;
    /** Seconds. */
    clock_offset: number | null;
    late: Generated<boolean>;
    fixes: JSONColumnType<WrittenFix[], string | undefined, string>;
    spacing_reason: string | null;
    edited_at: NullableTimestamp;
  } & PhotoFacts;
  quest_status_changes: {
    id: ColumnType<number, never, never>;
    quest_id: number;
    quest_status: QuestStatus;
    changed_at: Timestamp;
  };
  data_point_changes: {
    id: ColumnType<number, never, never>;
    /** Of a data point that may be gone. */
    quest_data_id: string;
    adventurer_id: string;
    quest_id: number;
    kind: "edited" | "deleted";
    before: JSONColumnType<DataPointBefore, string | null, never> | null;
    changed_at: Timestamp;
  };
  quest_data_photos: {
    id: string;
    quest_data_id: string;
    /** Of the field that asked for it. */
    key: string;
    /** The field's place in its protocol. */
    position: number;
    photo_key: string;
    photo_sha256: string;
    photo_bytes: number;
    photo_format: PhotoFormat;
  } & PhotoFacts;
  resumable_uploads: {
    id: string;
    adventurer_id: string;
    length_bytes: number;
    received_bytes: Generated<number>;
    metadata: JSONColumnType<Record<string, string | null>, string | null, never> | null;
    created_at: Timestamp;
    touched_at: Timestamp;
  };
  resumable_upload_chunks: {
    upload_id: string;
    /** The place of its first byte in the upload. */
    starts_at: number;
    size_bytes: number;
    photo_key: string;
  };
  reviews: {
    id: ColumnType<number, never, never>;
    quest_data_id: string;
    decision: ReviewDecision;
    comment: string | null;
    reviewed_by: string;
    reviewed_at: Timestamp;
  };
  poor_gps_reports: {
    id: ColumnType<number, never, never>;
    latitude: number;
    longitude: number;
    high_accuracy_solved: Generated<boolean>;
    same_as_native: Generated<boolean>;
    location: string;
    details: string | null;
    reported_by: string;
    created_at: Timestamp;
  };
  plant_id_usage: { day: string; requests: Generated<number> };
  jobs: {
    id: ColumnType<number, never, never>;
    kind: string;
    payload: JSONColumnType<Record<string, unknown>, string | undefined, string>;
    unique_key: string | null;
    run_at: Timestamp;
    attempts: Generated<number>;
    max_attempts: Generated<number>;
    last_error: string | null;
    locked_until: NullableTimestamp;
    created_at: Timestamp;
  };
  request_counts: { key: string; requests: number; window_ends_at: Timestamp };
  installation: { name: string; value: string; created_at: Timestamp };
};

import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { AdditionalData, DataPointChange, FormerRevision, WrittenFix } from "../../contract/data-points.ts";
import type {
  EvidenceCode,
  PositionSource,
  QuestStatus,
  QuestType,
  ReviewDecision,
  SampleState,
} from "../../contract/enums.ts";
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

/** What is kept of a data point before a further revision takes its place; its photos by their names in addresses. */
export type RevisionBefore = Omit<FormerRevision, "photos" | "revision" | "created_at"> & {
  arrived_at: string;
  fixed_at: string | null;
  /** By the device's clock. */
  captured_at_device: string | null;
  clock_offset: number | null;
  fixes: WrittenFix[];
  spacing_reason: string | null;
  photos: { id: string; key: string }[];
};

/** A piece of evidence with the numbers of its sentence. */
export type FoundEvidence = { code: EvidenceCode; weight: number; facts: Record<string, string | number | null> };

/** The product's tables, column for column as the migrations make them. */
export type Database = {
  organizations: {
    id: Generated<number>;
    organization_name: string;
    organization_email: string;
    created_at: Timestamp;
    sort_name: ColumnType<string, never, never>;
  };
  /** In lower case, with the organization that had the name first. */
  organization_names: { name: string; organization_id: number };
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
    /** The first of its places. */
    location_id: number | null;
    latitude: number | null;
    longitude: number | null;
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
  /** Read and written in SQL alone: by triggers, and where the map's version is looked at. */
  quest_changes: { changes: Generated<number> };
  adventurers: {
    id: string;
    bio: string | null;
    profile_picture_url: string | null;
    created_at: Timestamp;
    issuer: string | null;
    subject: string | null;
    erased_at: NullableTimestamp;
    /** As an external provider's tokens name it, verified. */
    mail_address: string | null;
    /** The address that a mail server refused for good; null where `mail_failed_at` is. */
    mail_failed_address: string | null;
    mail_failed_at: NullableTimestamp;
    digest_wanted: Generated<boolean>;
    /** Names the adventurer in the address that ends the mails. */
    digest_key: Generated<string>;
    digest_told_until: Timestamp;
    /** While a digest is on its way: until when it tells. */
    digest_telling_until: NullableTimestamp;
    digest_sent_at: NullableTimestamp;
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
    revision: Generated<number>;
    revised_at: NullableTimestamp;
    /** The name of its own photo in addresses; null: the data point's id. */
    photo_id: string | null;
    /** When it was found that no picture can be made of its own photo. */
    photo_unreadable_at: NullableTimestamp;
    news_at: NullableTimestamp;
    evidence: JSONColumnType<FoundEvidence[], string | undefined, string>;
    evidence_codes: ColumnType<EvidenceCode[], EvidenceCode[] | undefined, EvidenceCode[]>;
    evidence_score: Generated<number>;
    evidence_rules: number | null;
  } & PhotoFacts;
  data_point_revisions: {
    quest_data_id: string;
    revision: number;
    request_id: string | null;
    arrived_at: Timestamp;
    before: JSONColumnType<RevisionBefore, string, never>;
  };
  former_photos: {
    id: string;
    quest_data_id: string;
    /** `file`, or of the field. */
    key: string;
    photo_key: string;
    photo_sha256: string;
    photo_bytes: number;
    photo_format: PhotoFormat;
  } & PhotoFacts;
  data_point_messages: {
    id: ColumnType<number, never, never>;
    quest_data_id: string;
    request_id: string | null;
    author: string;
    is_reviewer: boolean;
    revision: number;
    text: string;
    written_at: Timestamp;
  };
  /** The number of data points of a quest in a state is the sum over its rows. */
  sample_counts: { quest_id: number; state: SampleState; count: number };
  /** The same over all quests. */
  sample_totals: { state: SampleState; count: number };
  /** Adventurers as they are; data points as the worker counted them last. */
  quest_figures: {
    quest_id: number;
    adventurer_count: Generated<number>;
    active_adventurer_count: Generated<number>;
    sample_count: Generated<number>;
    pending_count: Generated<number>;
    accepted_count: Generated<number>;
    denied_count: Generated<number>;
    change_requested_count: Generated<number>;
  };
  quest_totals: { only_row: Generated<boolean>; quests: number; adventurers: string; data_points: string };
  photo_signatures: {
    photo_key: string;
    /** 256 characters 0 or 1. */
    hash: string;
    bands: number[];
    contrast: number;
    brightness: number;
    dark_share: number;
    sharpness: number;
    version: number;
  };
  quest_value_spreads: {
    quest_id: number;
    key: string;
    /** Empty where there is none. */
    unit: string;
    count: number;
    median: number;
    deviation: number;
  };
  review_claims: { quest_data_id: string; claimed_by: string; claimed_until: Date };
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
    photo_unreadable_at: NullableTimestamp;
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
    revision: Generated<number>;
    undone_at: NullableTimestamp;
    /** The `news_at` of its data point before it. */
    news_before: NullableTimestamp;
    /** Its reviewer measured the data point. */
    own_data_point: Generated<boolean>;
  };
  review_reasons: { organization_id: number; position: number; decision: ReviewDecision; text: string };
  review_assignments: { quest_id: number; reviewer: string; assigned_at: Timestamp };
  review_rechecks: {
    review_id: number;
    drawn_at: Timestamp;
    /** The second look has reviewer, decision and time, or none of them. */
    second_reviewer: string | null;
    second_decision: ReviewDecision | null;
    second_comment: string | null;
    checked_at: NullableTimestamp;
    /** Where the second look led to another decision. */
    second_review_id: number | null;
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

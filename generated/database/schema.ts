// biome-ignore-all format: made by `npm run schema` from the migrations; not to be edited.
// biome-ignore-all assist: made by `npm run schema` from the migrations; not to be edited.

import type { AdditionalData, WrittenFix } from "../../src/contract/data-points.ts";
import type { EvidenceCode, OrganizationRequestState, WebhookEvent, WebhookFailure } from "../../src/contract/desk-enums.ts";
import type { LessonPolicy, PositionSource, QuestStatus, QuestType, ReviewDecision, SampleState } from "../../src/contract/enums.ts";
import type { LessonAnswers, LessonCard } from "../../src/contract/lessons.ts";
import type { FieldChange, LocationChanges } from "../../src/contract/quest-history.ts";
import type { QuestTranslations } from "../../src/contract/quest-languages.ts";
import type { TeamRole, TokenScope } from "../../src/contract/roles.ts";
import type { InvitationMail, TeamAction } from "../../src/contract/teams.ts";
import type { Protocol } from "../../src/protocol/field.ts";
import type { ListItem } from "../../src/protocol/lists/list-item.ts";
import type { AudioFormat, DataPointBefore, FileFormat, FoundEvidence, ParticipationStatus, PhotoFormat, RevisionBefore } from "../../src/server/database/column-types.ts";
import type { ColumnType, JSONColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Point = {
  x: number;
  y: number;
};

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AdventurerQuests {
  adventurer_id: string;
  completed_at: Timestamp | null;
  joined_at: Generated<Timestamp>;
  muted: Generated<boolean>;
  quest_id: number;
  shared_number: number | null;
  status: Generated<ParticipationStatus>;
}

export interface Adventurers {
  bio: string | null;
  created_at: Generated<Timestamp>;
  credit: Generated<string>;
  credit_name: string | null;
  digest_key: Generated<string>;
  digest_sent_at: Timestamp | null;
  digest_telling_until: Timestamp | null;
  digest_told_until: Generated<Timestamp>;
  digest_wanted: Generated<boolean>;
  erased_at: Timestamp | null;
  id: string;
  issuer: string | null;
  language: string | null;
  mail_address: string | null;
  mail_failed_address: string | null;
  mail_failed_at: Timestamp | null;
  profile_picture_url: string | null;
  subject: string | null;
}

export interface Announcements {
  audience: string;
  author: string;
  delivered_at: Timestamp | null;
  id: Generated<number>;
  quest_id: number;
  reached_adventurer: Generated<string>;
  reached_joined_at: Generated<Timestamp>;
  recipients: Generated<number>;
  recipients_expected: number;
  release_number: number | null;
  request_id: string | null;
  text: string;
  title: string;
  written_at: Generated<Timestamp>;
}

export interface DataPointChanges {
  adventurer_id: string;
  before: JSONColumnType<DataPointBefore, string | null, never> | null;
  changed_at: Generated<Timestamp>;
  id: Generated<number>;
  kind: "edited" | "deleted";
  quest_data_id: string;
  quest_id: number;
}

export interface DataPointMessages {
  author: string;
  id: Generated<number>;
  is_reviewer: boolean;
  quest_data_id: string;
  request_id: string | null;
  revision: number;
  text: string;
  written_at: Generated<Timestamp>;
}

export interface DataPointRevisions {
  arrived_at: Generated<Timestamp>;
  before: JSONColumnType<RevisionBefore, string, never>;
  quest_data_id: string;
  request_id: string | null;
  revision: number;
}

export interface FormerPhotos {
  audio_seconds: number | null;
  exif_latitude: number | null;
  exif_longitude: number | null;
  exif_taken_at: string | null;
  id: string;
  key: string;
  photo_bytes: number;
  photo_format: FileFormat;
  photo_height: number | null;
  photo_key: string;
  photo_sha256: string;
  photo_width: number | null;
  quest_data_id: string;
}

export interface Installation {
  created_at: Generated<Timestamp>;
  name: string;
  value: string;
}

export interface Jobs {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  kind: string;
  last_error: string | null;
  locked_until: Timestamp | null;
  max_attempts: Generated<number>;
  payload: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  run_at: Generated<Timestamp>;
  unique_key: string | null;
}

export interface LessonAttempts {
  adventurer_id: string;
  answers: JSONColumnType<LessonAnswers, string, never>;
  ended_at: Timestamp;
  id: string;
  passed: boolean;
  quest_id: number;
  received_at: Generated<Timestamp>;
  started_at: Timestamp;
  version: number;
}

export interface Lessons {
  asked: LessonPolicy;
  cards: JSONColumnType<LessonCard[], string, never>;
  denied_count: number | null;
  quest_id: number;
  saved_at: Generated<Timestamp>;
  version: number;
}

export interface ListItems {
  code: string;
  item: JSONColumnType<ListItem, string, never>;
  list_id: number;
  position: number;
  search_text: string;
  version: number;
}

export interface Lists {
  id: Generated<number>;
  name: string;
  organization_id: number;
  version: Generated<number>;
}

export interface ListVersions {
  attributes: string[];
  created_at: Generated<Timestamp>;
  created_by: string;
  list_id: number;
  place_columns: string[] | null;
  row_count: number;
  version: number;
}

export interface News {
  adventurer_id: string;
  announcement_id: number | null;
  arrived_at: Generated<Timestamp>;
  dismissed_at: Timestamp | null;
  dismissed_by: string | null;
  id: Generated<number>;
  question_id: number | null;
  reported_at: Timestamp | null;
  seen_at: Timestamp | null;
}

export interface OrganizationGroupMembers {
  adventurer_id: string;
  organization_id: number;
  role: TeamRole;
  seen_at: Generated<Timestamp>;
}

export interface OrganizationInvitationLinks {
  invitation_id: number;
  token_sha256: Buffer;
}

export interface OrganizationInvitations {
  accepted_at: Timestamp | null;
  accepted_by: string | null;
  created_at: Generated<Timestamp>;
  email: string | null;
  expires_at: Timestamp;
  id: Generated<number>;
  invited_by: string;
  is_bound: boolean;
  mail: InvitationMail;
  organization_id: number;
  revoked_at: Timestamp | null;
  role: TeamRole;
}

export interface OrganizationLog {
  action: TeamAction;
  actor: string;
  as_administrator: boolean;
  at: Generated<Timestamp>;
  id: Generated<number>;
  organization_id: number;
  person: string | null;
  role: TeamRole | null;
}

export interface OrganizationMembers {
  adventurer_id: string;
  organization_id: number;
  role: TeamRole;
  since: Generated<Timestamp>;
}

export interface OrganizationNames {
  name: string;
  organization_id: number;
}

export interface OrganizationRequests {
  adventurer_id: string;
  comment: string | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
  id: Generated<number>;
  organization_email: string;
  organization_id: number | null;
  organization_name: string;
  reason: string;
  requested_at: Generated<Timestamp>;
  state: Generated<OrganizationRequestState>;
}

export interface Organizations {
  about: string | null;
  contact: string | null;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  logo: string | null;
  organization_email: string;
  organization_name: string;
  sort_name: ColumnType<string, never, never>;
  web_site: string | null;
}

export interface PersonalTokens {
  adventurer_id: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<number>;
  last_used_at: Timestamp | null;
  name: string;
  scope: TokenScope;
  token_sha256: Buffer;
}

export interface PhotoSignatures {
  bands: number[];
  brightness: number;
  contrast: number;
  dark_share: number;
  finger_share: Generated<number>;
  hash: string;
  photo_key: string;
  sharpness: number;
  version: number;
  white_share: Generated<number>;
}

export interface Pictures {
  created_at: Generated<Timestamp>;
  created_by: string;
  height: number;
  id: string;
  organization_id: number;
  quest_data_id: string | null;
  quest_id: number | null;
  width: number;
}

export interface PlantIdUsage {
  day: string;
  requests: Generated<number>;
}

export interface PointsToPublish {
  point_id: string;
  quest_id: number;
}

export interface PoorGpsReports {
  created_at: Generated<Timestamp>;
  details: string | null;
  high_accuracy_solved: Generated<boolean>;
  id: Generated<number>;
  latitude: number;
  location: string;
  longitude: number;
  reported_by: string;
  same_as_native: Generated<boolean>;
}

export interface PracticeValues {
  adventurer_id: string;
  answer: number;
  card_key: string;
  quest_id: number;
  reference: number;
  unit: string;
}

export interface ProtocolVersions {
  created_at: Generated<Timestamp>;
  protocol: JSONColumnType<Protocol, string, never>;
  quest_id: number;
  target_count: ColumnType<number | null, never, never>;
  version: number;
}

export interface PublishedPoints {
  additional_data: Json;
  day: string;
  files: Json;
  id: string;
  latitude: number | null;
  longitude: number | null;
  measured_at: Timestamp | null;
  protocol_version: number | null;
  quest_id: number;
  station_id: number | null;
  uncertainty_meters: number | null;
}

export interface PushSubscriptions {
  adventurer_id: string;
  auth: string;
  created_at: Generated<Timestamp>;
  endpoint: string;
  id: Generated<number>;
  p256dh: string;
  session_id: string | null;
}

export interface QuestChanges {
  changes: Generated<number>;
}

export interface QuestData {
  accuracy: number | null;
  additional_data: JSONColumnType<AdditionalData, string, string>;
  adventurer_id: string;
  captured_at: Timestamp | null;
  captured_at_device: Timestamp | null;
  clock_offset: number | null;
  created_at: Generated<Timestamp>;
  data_type: Generated<string>;
  edited_at: Timestamp | null;
  evidence: JSONColumnType<FoundEvidence[], string | undefined, string>;
  evidence_codes: Generated<EvidenceCode[]>;
  evidence_rules: number | null;
  evidence_score: Generated<number>;
  exif_latitude: number | null;
  exif_longitude: number | null;
  exif_taken_at: string | null;
  fixed_at: Timestamp | null;
  fixes: JSONColumnType<WrittenFix[], string | undefined, string>;
  id: string;
  late: Generated<boolean>;
  latitude: number;
  longitude: number;
  news_at: Timestamp | null;
  photo_bytes: number | null;
  photo_format: PhotoFormat | null;
  photo_height: number | null;
  photo_id: string | null;
  photo_key: string | null;
  photo_sha256: string | null;
  photo_unreadable_at: Timestamp | null;
  photo_width: number | null;
  position_source: Generated<PositionSource>;
  protocol_version: number | null;
  quest_id: number;
  review_decision: ReviewDecision | null;
  revised_at: Timestamp | null;
  revision: Generated<number>;
  sent_sha256: Buffer | null;
  spacing_reason: string | null;
  station_id: number | null;
}

export interface QuestDataPhotos {
  audio_seconds: number | null;
  copied_at: Timestamp | null;
  copy_failed_at: Timestamp | null;
  exif_latitude: number | null;
  exif_longitude: number | null;
  exif_taken_at: string | null;
  id: string;
  key: string;
  photo_bytes: number;
  photo_format: FileFormat;
  photo_height: number | null;
  photo_key: string;
  photo_sha256: string;
  photo_unreadable_at: Timestamp | null;
  photo_width: number | null;
  position: number;
  quest_data_id: string;
}

export interface QuestDays {
  count: number;
  day: string;
  quest_id: number;
  what: string;
}

export interface QuestFigures {
  accepted_count: Generated<number>;
  active_adventurer_count: Generated<number>;
  adventurer_count: Generated<number>;
  change_requested_count: Generated<number>;
  denied_count: Generated<number>;
  pending_count: Generated<number>;
  quest_id: number;
  sample_count: Generated<number>;
}

export interface QuestHistory {
  at: Generated<Timestamp>;
  changes: JSONColumnType<FieldChange[], string, never>;
  id: Generated<number>;
  kind: "created" | "changed";
  locations: JSONColumnType<LocationChanges, string | null, never> | null;
  person: string;
  quest_id: number;
  stations: JSONColumnType<LocationChanges, string | null, never> | null;
}

export interface Questions {
  adventurer_id: string;
  answer: string | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  asked_at: Generated<Timestamp>;
  id: Generated<number>;
  quest_id: number;
  request_id: string | null;
  text: string;
}

export interface QuestLists {
  list_id: number;
  quest_id: number;
}

export interface QuestLocations {
  address_line1: string | null;
  address_line2: string | null;
  administrative_area: string;
  country: string;
  id: Generated<number>;
  latitude: number;
  locality: string;
  longitude: number;
  postal_code: string;
  quest_id: number;
}

export interface QuestResults {
  changes: Generated<number>;
  made_after: number | null;
  made_at: Timestamp | null;
  quest_id: number;
  summary: Json | null;
}

export interface Quests {
  adventurer_limit: number | null;
  archived_at: Timestamp | null;
  cover_id: string | null;
  created_at: Generated<Timestamp>;
  equipment: string | null;
  had_specification_form: Generated<boolean>;
  id: Generated<number>;
  language: Generated<string>;
  latitude: number | null;
  location_id: number | null;
  longitude: number | null;
  organization_id: number;
  photo_field_count_max: Generated<number>;
  point: ColumnType<Point | null, never, never>;
  protocol_version: number | null;
  quest_deadline: string | null;
  quest_description: string | null;
  quest_difficulty: Generated<number>;
  quest_image: string | null;
  quest_name: string;
  quest_status: Generated<QuestStatus>;
  quest_type: Generated<QuestType>;
  results_positions: Generated<string>;
  results_visibility: Generated<string>;
  safety: string | null;
  search_text: Generated<string>;
  station_repeat_days: number | null;
  study_motivation: string | null;
  target_total: number | null;
  training_requirement: string | null;
  translated_names: JSONColumnType<QuestTranslations, never, never>;
  translations: JSONColumnType<QuestTranslations, string | undefined, string>;
  updated_at: Generated<Timestamp>;
}

export interface QuestStatusChanges {
  changed_at: Generated<Timestamp>;
  id: Generated<number>;
  quest_id: number;
  quest_status: QuestStatus;
}

export interface QuestTotals {
  adventurers: number;
  data_points: number;
  only_row: Generated<boolean>;
  quests: number;
}

export interface QuestValueSpreads {
  count: number;
  deviation: number;
  key: string;
  median: number;
  quest_id: number;
  unit: string;
}

export interface ReleaseDeposits {
  answer: string | null;
  archive: string;
  bytes_done: Generated<number>;
  bytes_total: Generated<number>;
  failure: string | null;
  number: number;
  quest_id: number;
  record_id: string | null;
  state: Generated<string>;
}

export interface ReleaseFiles {
  bytes: number;
  format: string;
  media_type: string;
  name: string;
  number: number;
  position: number;
  quest_id: number;
  sha256: string;
}

export interface ReleasePhotos {
  number: number;
  photo: Json;
  position: number;
  quest_id: number;
}

export interface ReleasePoints {
  digest: Buffer;
  number: number;
  point_id: string;
  quest_id: number;
}

export interface ReleaseRecords {
  number: number;
  point_id: string;
  quest_id: number;
  record: Json;
}

export interface Releases {
  authors: Json;
  changes: Json | null;
  content: Json | null;
  doi: string | null;
  failure: string | null;
  licence: string;
  notes: string;
  number: number;
  published_at: Timestamp | null;
  quest_id: number;
  requested_at: Generated<Timestamp>;
  state: Generated<string>;
  steps_done: Generated<number>;
  steps_total: Generated<number>;
  thanks: Generated<string>;
  withdrawal_reason: string | null;
  withdrawn_at: Timestamp | null;
}

export interface RequestCounts {
  key: string;
  requests: number;
  window_ends_at: Timestamp;
}

export interface ResumableUploadChunks {
  photo_key: string;
  size_bytes: number;
  starts_at: number;
  upload_id: string;
}

export interface ResumableUploads {
  adventurer_id: string;
  created_at: Generated<Timestamp>;
  id: string;
  length_bytes: number;
  metadata: JSONColumnType<Record<string, string | null>, string | null, never> | null;
  received_bytes: Generated<number>;
  touched_at: Generated<Timestamp>;
}

export interface ReviewAssignments {
  assigned_at: Generated<Timestamp>;
  quest_id: number;
  reviewer: string;
}

export interface ReviewClaims {
  claimed_by: string;
  claimed_until: Timestamp;
  quest_data_id: string;
}

export interface ReviewReasons {
  decision: ReviewDecision;
  organization_id: number;
  position: number;
  text: string;
}

export interface ReviewRechecks {
  checked_at: Timestamp | null;
  drawn_at: Generated<Timestamp>;
  review_id: number;
  second_comment: string | null;
  second_decision: ReviewDecision | null;
  second_review_id: number | null;
  second_reviewer: string | null;
}

export interface Reviews {
  comment: string | null;
  decision: ReviewDecision;
  id: Generated<number>;
  news_before: Timestamp | null;
  own_data_point: Generated<boolean>;
  quest_data_id: string;
  reviewed_at: Generated<Timestamp>;
  reviewed_by: string;
  revision: Generated<number>;
  undone_at: Timestamp | null;
}

export interface SampleCounts {
  count: number;
  quest_id: number;
  state: SampleState;
}

export interface SampleTotals {
  count: number;
  state: SampleState;
}

export interface Sounds {
  created_at: Generated<Timestamp>;
  created_by: string;
  format: AudioFormat;
  id: string;
  organization_id: number;
  seconds: number | null;
}

export interface Stations {
  code: string;
  description: string | null;
  id: Generated<number>;
  latitude: number;
  longitude: number;
  name: string;
  quest_id: number;
  retired_at: Timestamp | null;
}

export interface UploadClaims {
  claimed_at: Generated<Timestamp>;
  claimed_for: string;
  upload_id: string;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  begun_at: Generated<Timestamp>;
  delivered_at: Timestamp | null;
  event: WebhookEvent;
  id: Generated<number>;
  last_attempt_at: Timestamp | null;
  last_failure: WebhookFailure | null;
  last_status: number | null;
  message_id: Generated<string>;
  next_attempt_at: Generated<Timestamp | null>;
  occurred_at: Generated<Timestamp>;
  point_id: string | null;
  release_number: number | null;
  webhook_id: number;
}

export interface Webhooks {
  address: string;
  created_at: Generated<Timestamp>;
  events: WebhookEvent[];
  failing_since: Timestamp | null;
  id: Generated<number>;
  off_at: Timestamp | null;
  off_reason: "team" | "gone" | null;
  paused_until: Timestamp | null;
  quest_id: number;
  secret: string;
}

export interface Database {
  adventurer_quests: AdventurerQuests;
  adventurers: Adventurers;
  announcements: Announcements;
  data_point_changes: DataPointChanges;
  data_point_messages: DataPointMessages;
  data_point_revisions: DataPointRevisions;
  former_photos: FormerPhotos;
  installation: Installation;
  jobs: Jobs;
  lesson_attempts: LessonAttempts;
  lessons: Lessons;
  list_items: ListItems;
  list_versions: ListVersions;
  lists: Lists;
  news: News;
  organization_group_members: OrganizationGroupMembers;
  organization_invitation_links: OrganizationInvitationLinks;
  organization_invitations: OrganizationInvitations;
  organization_log: OrganizationLog;
  organization_members: OrganizationMembers;
  organization_names: OrganizationNames;
  organization_requests: OrganizationRequests;
  organizations: Organizations;
  personal_tokens: PersonalTokens;
  photo_signatures: PhotoSignatures;
  pictures: Pictures;
  plant_id_usage: PlantIdUsage;
  points_to_publish: PointsToPublish;
  poor_gps_reports: PoorGpsReports;
  practice_values: PracticeValues;
  protocol_versions: ProtocolVersions;
  published_points: PublishedPoints;
  push_subscriptions: PushSubscriptions;
  quest_changes: QuestChanges;
  quest_data: QuestData;
  quest_data_photos: QuestDataPhotos;
  quest_days: QuestDays;
  quest_figures: QuestFigures;
  quest_history: QuestHistory;
  quest_lists: QuestLists;
  quest_locations: QuestLocations;
  quest_results: QuestResults;
  quest_status_changes: QuestStatusChanges;
  quest_totals: QuestTotals;
  quest_value_spreads: QuestValueSpreads;
  questions: Questions;
  quests: Quests;
  release_deposits: ReleaseDeposits;
  release_files: ReleaseFiles;
  release_photos: ReleasePhotos;
  release_points: ReleasePoints;
  release_records: ReleaseRecords;
  releases: Releases;
  request_counts: RequestCounts;
  resumable_upload_chunks: ResumableUploadChunks;
  resumable_uploads: ResumableUploads;
  review_assignments: ReviewAssignments;
  review_claims: ReviewClaims;
  review_reasons: ReviewReasons;
  review_rechecks: ReviewRechecks;
  reviews: Reviews;
  sample_counts: SampleCounts;
  sample_totals: SampleTotals;
  sounds: Sounds;
  stations: Stations;
  upload_claims: UploadClaims;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
}

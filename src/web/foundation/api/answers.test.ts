import "virtual:every-call";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as z from "zod/mini";
import { clientConfiguration, dataPoint, joined, quest, sampleDetail, sampleRow } from "../../../../test/web-app.tsx";
import { type CallName, calls } from "../../../contract/all-calls.ts";
import { readAnswer } from "./answers.ts";
import { ApiError } from "./api-error.ts";

const review = {
  decision: "denied",
  comment: null,
  reviewed_by: "admin",
  reviewed_at: "2026-05-02T10:00:00Z",
} as const;
const sample = sampleDetail({
  review,
  reviews: [{ ...review, revision: 1, undone_at: null }],
  quest: quest({ quest_data: [sampleDetail()] }),
});
const plants = { results: [{ score: 0.5, species: { scientificName: "Mangifera indica", commonNames: ["mango"] } }] };

const message = {
  id: 7,
  author: "alice",
  is_reviewer: false,
  text: "The trunk is forked.",
  revision: 1,
  written_at: "2026-05-02T11:00:00.000Z",
};
const formerRevision = {
  revision: 1,
  created_at: "2026-05-01T10:00:00.000Z",
  coordinates: "21.97,-159.37",
  accuracy: null,
  position_source: "exif",
  captured_at: null,
  protocol_version: null,
  additional_data: { tree_width: 3 },
  photos: sample.photos,
};
const contribution = {
  id: sample.id,
  quest_id: 7,
  quest_name: "Bark",
  coordinates: "21.97,-159.37",
  created_at: "2026-05-01T10:00:00.000Z",
  captured_at: null,
  state: "denied",
  revision: 2,
  review,
  measurements: [{ name: "trees", label: null, kind: null, value: ["oak"], unit: null }],
  message_count: 1,
  has_news: true,
  thumbnail_presigned_url: null,
};
const conversation = { reviews: sample.reviews, former_revisions: [formerRevision], messages: [message] };
const neighbour = {
  id: sample.id,
  coordinates: "1,2",
  adventurer_id: "alice",
  is_same_adventurer: true,
  distance: 3.2,
  measured_at: "2026-05-01T10:00:00.000Z",
  state: "pending",
  measurements: [{ name: "tree_width", label: "Width", kind: "number", value: 87.5, unit: "cm" }],
  thumbnail_presigned_url: "/api/photos/1/thumbnail",
};

const announcement = {
  id: 9,
  quest_id: 7,
  author: "admin",
  to: "not_started",
  title: "The river is closed",
  text: "Until Monday.",
  written_at: "2026-05-01T10:00:00.000Z",
  recipients_expected: 40,
  recipients: 0,
  delivered_at: null,
};
const question = { id: 3, quest_id: 7, text: "How far?", asked_at: "2026-05-01T10:00:00.000Z" };
/** What a sound server answers. */
const list = {
  id: 3,
  organization_id: 1,
  name: "Trees",
  version: 2,
  rows: 2,
  attributes: ["region"],
  created_at: "2026-05-01T10:00:00.000Z",
};
const shown = { organization_name: "Bark Lab", about: null, web_site: null, contact: null, logo: null };
const organizationRequest = {
  id: 1,
  requested_by: "olga",
  requested_at: "2026-11-01T10:00:00Z",
  organization_name: "Bark Lab",
  organization_email: "bark@example.org",
  reason: "Bark.",
  state: "pending",
  comment: null,
  organization_id: null,
};
const life = {
  quest_status: "INACTIVE",
  published_at: null,
  archived_at: "2026-11-01T10:00:00Z",
  adventurer_count: 0,
  sample_count: 0,
};
const member = { username: "olga", role: "owner", from: "team", since: "2026-11-01T10:00:00Z" };
const release = {
  quest_id: 7,
  number: 1,
  state: "published",
  licence: "CC-BY-4.0",
  notes: "Measured with tapes.",
  authors: [{ name: "Ana Silva", orcid: "0000-0002-1825-0097" }, { name: "Ben" }],
  requested_at: "2026-11-01T10:00:00Z",
  progress: null,
  failure: null,
  published_at: "2026-11-01T10:00:00Z",
  withdrawn_at: null,
  withdrawal_reason: null,
  doi: null,
  accepted: 1,
  changes: { added: 1, changed: 0, removed: 0 },
};
const releaseDetail = {
  ...release,
  content: {
    quest_name: "Bark",
    quest_description: null,
    organization: { id: 1, organization_name: "Ecology" },
    positions: 0.01,
    accepted: 1,
    volunteers: 1,
    photos: 1,
    missing_photos: 0,
    first_day: "2026-11-01",
    last_day: "2026-11-01",
    box: [-159.37, 21.97, -159.37, 21.97],
    photo_licence: { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
    contributors: ["alice"],
  },
  citation: "Ana Silva & Ben. (2026). Bark, release 1 [Data set]. Ecology. https://cairn.example/quests/7/releases/1",
  citations: [{ format: "bibtex", address: "https://cairn.example/api/quests/7/releases/1/citation?format=bibtex" }],
  address: "https://cairn.example/quests/7/releases/1",
  files: [
    {
      name: "quest-7-release-1.csv",
      format: "csv",
      media_type: "text/csv",
      bytes: 300,
      sha256: "8620bbbff0c4848c991e85bebac3282b7737ad54d7d3fa7c98b42c2a385c54fc",
      address: "https://cairn.example/api/quests/7/releases/1/files/quest-7-release-1.csv",
    },
  ],
};
const madePersonalToken = {
  id: 4,
  name: "My script",
  scope: "read",
  created_at: "2026-11-01T10:00:00.000Z",
  expires_at: "2027-01-30T10:00:00.000Z",
  token: "cairn_4fQzYqB0m4p9cP0S0c4u8K1mQ3yX7vWb2nT5rL6eJ9A",
};
const { token: _, ...shownToken } = madePersonalToken;
const personalToken = { ...shownToken, last_used_at: null };
const madeWebhook = {
  id: 4,
  address: "https://lab.example/hook",
  events: ["point.accepted"],
  created_at: "2026-11-01T10:00:00.000Z",
  off: null,
  failing_since: null,
  last_delivered_at: "2026-11-02T10:00:00.000Z",
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};
const { secret: __, ...webhook } = madeWebhook;
const delivery = {
  id: 9,
  message_id: "msg_0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
  event: "point.accepted",
  occurred_at: "2026-11-02T10:00:00.000Z",
  state: "waiting",
  attempts: 1,
  last_attempt_at: "2026-11-02T10:00:01.000Z",
  last_status: 500,
  last_failure: "status",
  next_attempt_at: "2026-11-02T10:00:06.000Z",
};
const station = { id: 7, code: "F-1", name: "Ford", latitude: 21.97, longitude: -159.37 };
const series = {
  station,
  fields: [
    {
      key: "depth",
      kind: "number",
      label: { en: "Depth" },
      unit: "m",
      values: [{ id: "0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3", at: "2026-05-01", value: 1.5 }],
    },
  ],
  has_more: false,
};
const lesson = {
  version: 2,
  asked: "after_denied",
  denied_count: 3,
  cards: [
    { key: "intro", text: "Look at **bark**.", picture: { id: sample.id, alt: "Bark", width: 640, height: 480 } },
    {
      key: "width",
      text: "How wide?",
      choice: {
        options: [
          { text: "Wide", is_right: true, reason: "Yes." },
          { text: "Thin", is_right: false },
        ],
      },
    },
    { key: "read", text: "Read it.", value: { unit: "cm", reference: 12.5, tolerance: 0.5, reason: "At the top." } },
    { key: "bad", text: "Too dark.", example: { is_good: false, reason: "Nothing is seen." } },
  ],
};
const sound: { [Name in CallName]?: unknown } = {
  getClientConfiguration: clientConfiguration,
  listQuests: [quest(), quest({ id: 8, adventurer_limit: null, quest_data: [sampleDetail()] })],
  listQuestClusters: [
    { id: 7, quest_name: "Bark", quest_type: "TREES", coordinates: [21.97, -159.37] },
    { coordinates: [21.9, -159.3], count: 12, box: [-159.5, 21.8, -159.2, 22.1] },
  ],
  getMailSettings: { digest: true, address: "alice@example.org", failed_at: null },
  getTexts: { "app.loading": ["Loading..."] },
  getAllTexts: { app: { "app.loading": ["Loading..."] } },
  getOwnLanguage: { language: "de" },
  setOwnLanguage: { language: "de" },
  setMailSettings: { digest: false, address: null, failed_at: null },
  listAdventurerQuests: [joined()],
  getQuest: quest(),
  getQuestLife: life,
  takeQuestStep: life,
  listQuestHistory: [
    {
      id: 4,
      at: "2026-11-01T10:00:00Z",
      person: "olga",
      kind: "changed",
      changes: [{ field: "quest_description", before: null, after: "Measure the trunk." }],
      locations: { added: 1, changed: 0, removed: 0, names: ["Lihue"] },
    },
  ],
  listAdminQuests: [sample.quest],
  createQuest: quest(),
  updateQuest: quest(),
  setQuestImage: quest({ quest_image: "/api/covers/0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01?signature=s" }),
  deleteQuestImage: quest(),
  getQuestProtocol: {
    version: 2,
    fields: [{ key: "depth", kind: "number", label: { en: "Depth" }, unit: "m", min: 0 }],
  },
  importProtocol: {
    protocol: {
      fields: [{ key: "shore", kind: "choice", label: "Shore", options: [{ value: "sand", label: "Sand" }] }],
    },
    report: [
      { level: "warning", sheet: "survey", row: 2, column: "type", message: "“audio” was ignored." },
      { level: "error", sheet: null, row: null, column: null, message: "The workbook has no sheet “survey”." },
    ],
  },
  searchPlaces: [
    { name: "Rye", administrative_area: "England", country: "United Kingdom", coordinates: [50.95, 0.73] },
    { name: "Rye", administrative_area: null, country: "Denmark", coordinates: [56.08, 9.66] },
  ],
  getAdventurer: { id: "alice", bio: null, profile_picture_url: null },
  getAdventurerQuest: joined(),
  joinQuest: { ...joined(), station_count: 12, lesson: { version: 2, cards: 4, asked: "before_first" } },
  getLesson: lesson,
  getMapArea: {
    kind: "vector",
    tiles: [{ z: 14, x: 8578, y: 5735 }],
    size_bytes: 25_000,
    attribution: "© OpenStreetMap contributors",
    version: "0123456789abcdef",
  },
  setLesson: lesson,
  listOwnStations: {
    repeat_days: 30,
    stations: [
      { ...station, description: "Below the bridge.", measured_at: "2026-05-01T10:00:00Z" },
      { ...station, measured_at: "2026-05-01T10:00:00Z", own_measured_at: "2026-05-01T10:00:00Z" },
    ],
  },
  listStations: {
    repeat_days: null,
    stations: [{ ...station, retired_at: "2026-05-01T10:00:00Z", data_point_count: 3 }],
  },
  createStation: { ...station, data_point_count: 0 },
  changeStation: { ...station, description: "Dry.", data_point_count: 2 },
  importStations: { added: 3, changed: 1, unchanged: 0 },
  getStationSeries: series,
  listPublicStations: [{ ...station, count: 4 }],
  getPublicStationSeries: series,
  sendLessonAttempt: { passed: true, wrong: ["width"] },
  updateAdventurerQuest: {
    ...joined({}, "completed"),
    lesson: { version: 2, cards: 4, passed_at: "2026-05-01T10:00:00.000Z" },
  },
  listDataPoints: [sampleDetail({ additional_data: { tree_width: 3, lichen: "much", plant_id_data: plants } })],
  uploadDataPoint: sampleDetail({ additional_data: null }),
  editDataPoint: sampleDetail({
    late: true,
    captured_at: "2026-05-01T08:00:00.000Z",
    edited_at: "2026-05-02T08:00:00.000Z",
  }),
  reviseDataPoint: sampleDetail({ revision: 2 }),
  sendAnnouncement: announcement,
  listAnnouncements: [{ ...announcement, delivered_at: "2026-05-01T10:00:05.000Z" }],
  countAudiences: { all: 40, not_started: 12, to_answer: 3 },
  askQuestion: question,
  listQuestions: [
    { ...question, asked_by: "alice", answer: null, answered_by: null, answered_at: null, is_reported: false },
  ],
  answerQuestion: {
    ...question,
    asked_by: "alice",
    answer: "Ten meters.",
    answered_by: "olga",
    answered_at: "2026-05-01T11:00:00.000Z",
    is_reported: false,
  },
  listNews: [
    {
      id: 9,
      kind: "announcement",
      quest_id: 7,
      quest_name: "Bark",
      organization_name: "Forest Ecology",
      title: "The river is closed",
      text: "Until Monday.",
      written_at: "2026-05-01T10:00:00.000Z",
      is_new: true,
    },
  ],
  listReports: [
    {
      kind: "question",
      id: 3,
      quest_id: 7,
      quest_name: "Bark",
      organization_name: "Forest Ecology",
      title: "How far from the bank?",
      text: "Ten meters.",
      question: "How far from the bank?",
      written_by: "olga",
      written_at: "2026-05-01T10:00:00.000Z",
      reports: 2,
      reported_at: "2026-05-02T10:00:00.000Z",
      dismissed_by: null,
      dismissed_at: null,
    },
  ],
  countWaiting: { open_questions: 3, reports: 1, organization_requests: 2 },
  getPushKey: { key: "BIPUL12DLfytvTajnryr2PRdAgXS3HGKiLqndGcJGaby" },
  summarizeNews: { messages: 1, data_points: 2 },
  writeMessage: message,
  listContributions: [contribution],
  listOwnShares: [
    { quest_id: 7, quest_name: "Bark", own: 12, accepted: 340, release: { number: 2, own: 10, thanks: "" } },
  ],
  shareContribution: { address: "https://cairn.example/quests/7/shared/123456789" },
  getSharedContribution: {
    quest_id: 7,
    quest_name: "Bark",
    quest_type: "TREES",
    organization_name: "Forest Ecology",
    name: null,
    own: 12,
    accepted: 340,
    first_day: "2026-05-01",
    last_day: null,
  },
  listOwnPlaces: [
    {
      id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a10",
      quest_id: 7,
      quest_name: "Bark",
      quest_type: "TREES",
      coordinates: [21.97, -159.37],
      state: "accepted",
    },
  ],
  summarizeContributions: { pending: 1, accepted: 0, denied: 2, change_requested: 0, news: 1 },
  getContribution: { ...sampleDetail(), ...conversation, protocol: null, state: "pending", quest: quest() },
  getSample: {
    ...sample,
    ...conversation,
    lesson: {
      passed: { version: 2, passed_at: "2026-05-01T10:00:00.000Z" },
      calibrations: [
        { unit: "cm", count: 12, bias: 1.2, spread: 2.1 },
        { unit: "m", count: 1, bias: 0, spread: null },
      ],
    },
  },
  listSamples: [sampleRow({ id: sample.id, coordinates: null })],
  copySamplePhoto: { id: sample.id, width: 960, height: 1280 },
  listNeighbours: {
    near: [neighbour],
    before: [],
    after: [{ ...neighbour, thumbnail_presigned_url: null, state: "change_requested" }],
  },
  reviewSample: sample,
  countSamples: { pending: 3, accepted: 10_000, denied: 0, change_requested: 1, recheck: 2, counted_up_to: 10_000 },
  reviewSamples: {
    results: [
      { id: sample.id, result: "decided" },
      { id: sample.id, result: "conflict", code: "already_reviewed", detail: "ann has decided." },
    ],
  },
  undoReviews: { results: [{ id: sample.id, result: "conflict", code: "undo_too_late", detail: "Decide again." }] },
  claimSamples: {
    claims: [{ id: sample.id, claimed_by: "ann", claimed_until: "2026-05-02T10:02:00.000Z", is_mine: false }],
  },
  listPoorGpsReports: [
    { id: 1, coordinates: [1, 2], highAccuracySolved: true, sameAsNative: false, location: "here", details: null },
  ],
  reportPoorGps: {
    id: 1,
    coordinates: [1, 2],
    highAccuracySolved: true,
    sameAsNative: false,
    location: "here",
    details: "deep in a gorge",
  },
  identifyPlant: { ...plants, remainingIdentificationRequests: 12 },
  listPersonalTokens: [personalToken, { ...personalToken, scope: "write", last_used_at: "2026-11-02T10:00:00.000Z" }],
  createPersonalToken: madePersonalToken,
  listWebhooks: [webhook, { ...webhook, off: { at: "2026-11-02T10:00:00.000Z", reason: "gone" } }],
  createWebhook: madeWebhook,
  changeWebhook: { ...webhook, failing_since: "2026-11-02T10:00:00.000Z", last_delivered_at: null },
  listWebhookDeliveries: [delivery, { ...delivery, last_status: null, last_failure: "timed_out", state: "failed" }],
  sendWebhookAgain: { ...delivery, attempts: 0, last_attempt_at: null, next_attempt_at: null },
  listOwnTeams: [{ organization_id: 1, organization_name: "Bark Lab", role: "owner" }],
  listMembers: [member],
  addMember: member,
  setMember: member,
  listTeamLog: [
    {
      id: 1,
      at: "2026-11-01T10:00:00Z",
      actor: "admin",
      as_administrator: true,
      action: "member_added",
      person: "olga",
      role: "owner",
    },
  ],
  getOrganization: { id: 1, ...shown, quests: 1, participations: 2, data_points: 3, accepted_data_points: 2 },
  getOrganizationDetails: { id: 1, organization_email: "bark@example.org", ...shown },
  requestOrganization: organizationRequest,
  listOwnOrganizationRequests: [organizationRequest],
  listOrganizationRequests: [organizationRequest],
  decideOrganizationRequest: organizationRequest,
  listInvitations: [
    {
      id: 1,
      role: "reviewer",
      email: null,
      anyone: true,
      mail: "none",
      invited_by: "olga",
      created_at: "2026-11-01T10:00:00Z",
      expires_at: "2026-11-08T10:00:00Z",
    },
  ],
  createInvitation: { id: 1, address: "https://cairn.example.org/invitations/x", mail: "waiting" },
  getInvitation: {
    state: "open",
    organization_name: "Bark Lab",
    role: "reviewer",
    anyone: false,
    invited_by: null,
    expires_at: "2026-11-08T10:00:00Z",
  },
  acceptInvitation: { organization_id: 1, organization_name: "Bark Lab", role: "owner" },
  listOrganizations: [{ id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" }],
  createOrganization: { id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" },
  updateOrganization: { id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" },
  listLists: [list],
  createList: { id: 3, version: 1, rows: 2 },
  createPicture: { id: sample.id, width: 640, height: 480 },
  createSound: { id: sample.id, format: "mp3", seconds: 7.4 },
  renewList: { id: 3, version: 2, rows: 2 },
  getList: {
    ...list,
    items: [
      {
        code: "gbif:1",
        label: { en: "English oak" },
        synonyms: ["Common oak"],
        taxon: { id: "gbif:1", scientific_name: "Quercus robur", rank: "species" },
        attributes: { region: "north" },
      },
    ],
  },
  listApplications: [
    {
      quest_id: 7,
      quest_name: "Bark",
      adventurer_id: "alice",
      status: "completed",
      joined_at: "2026-05-01T10:00:00Z",
      completed_at: null,
    },
  ],
  summarizeDataPoints: {
    pending: 1,
    accepted: 1,
    denied: 0,
    change_requested: 0,
    protocol_versions: [2],
    first_number: 1,
    places: [
      [21.97, -159.37, 4.5, false],
      [21.98, -159.36, null, true],
    ],
  },
  getQuestResults: {
    quest_id: 7,
    quest_name: "Bark",
    organization: { id: 1, organization_name: "Ecology" },
    target: 20,
    positions: 0.01,
    as_of: "2026-11-01T10:00:00Z",
    accepted: 1,
    volunteers: 1,
    places: 1,
    first_day: "2026-11-01",
    last_day: "2026-11-01",
    over_time: { unit: "day", steps: [{ from: "2026-11-01", count: 1 }] },
    box: [-159.37, 21.97, -159.37, 21.97],
    fields: [
      {
        key: "depth",
        group: null,
        kind: "number",
        unit: "cm",
        label: { en: "Depth" },
        count: 1,
        numbers: { min: 3, max: 3, median: 3, bins: [{ from: 3, to: 4, count: 1 }] },
      },
      {
        key: "size",
        group: null,
        kind: "choice",
        unit: null,
        label: "Size",
        count: 2,
        options: [{ value: "s", label: "Small", count: 1 }],
        others: 1,
        months: [{ month: "2026-11", count: 1 }],
      },
    ],
    closed_fields: 1,
    photo_licence: { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
    contributors: [{ name: "alice", count: 1 }],
  },
  listPublicPoints: [
    {
      id: "0190a1b2-7c3d-4e5f-8a6b-000000000001",
      protocol_version: null,
      day: "2026-11-01",
      measured_at: null,
      coordinates: [21.97, -159.37],
      uncertainty_meters: 800,
      credit: null,
      additional_data: { tree_width: 87.5 },
      files: [{ key: null, kind: "photo", address: "/api/photos/1/display", thumbnail: "/api/photos/1/thumbnail" }],
    },
  ],
  listPublicPointClusters: [
    { coordinates: [21.97, -159.37], count: 1, box: [-159.37, 21.97, -159.37, 21.97] },
    { coordinates: [21.9, -159.3], count: 12, box: [-159.5, 21.8, -159.2, 22.1] },
  ],
  publishRelease: { number: 2, state: "building" },
  listReleases: [
    release,
    {
      ...release,
      number: 2,
      state: "building",
      progress: { done: 1, total: 3 },
      published_at: null,
      accepted: null,
      changes: null,
    },
  ],
  getRelease: releaseDetail,
  withdrawRelease: {
    ...releaseDetail,
    state: "withdrawn",
    withdrawn_at: "2026-11-03T10:00:00Z",
    withdrawal_reason: "Wrong units.",
    files: [],
  },
  setReleaseDoi: { ...releaseDetail, doi: "10.5281/zenodo.1234" },
  depositRelease: {
    ...releaseDetail,
    deposit: {
      state: "waiting",
      archive: "https://zenodo.org",
      progress: { done: 1, total: 300 },
      failure: null,
      answer: null,
    },
  },
  getCredit: { credit: "none", name: null },
  setCredit: { credit: "name", name: "Alice of the Trees" },
  getQuestProgress: {
    quest_name: "Bark",
    target_total: 20,
    joined: 1,
    measured: 1,
    pending: 0,
    accepted: 1,
    denied: 0,
    change_requested: 0,
    unit: "day",
    series: [{ from: "2026-11-01", joined: 1, measured: 1, accepted: 1, denied: 0, change_requested: 0 }],
    median_decision_hours: 2.5,
    needs_help: [
      {
        adventurer_id: "alice",
        reason: "stopped",
        decided: 1,
        sent_back: 0,
        state: "accepted",
        last_arrived_at: "2026-11-01T10:00:00Z",
      },
    ],
    points: [{ coordinates: [21.97, -159.37], state: "accepted" }],
    places: [{ id: 1, locality: "Lihue", country: "United States", coordinates: [21.97, -159.37], count: 1 }],
    elsewhere: 0,
  },
  listQuestSummaries: [
    {
      id: 7,
      quest_name: "Bark",
      quest_status: "INACTIVE",
      quest_type: "TREES",
      quest_deadline: null,
      organization_name: "Forests",
      locality: "Lihue",
      country: null,
      adventurer_limit: null,
      adventurer_count: 2,
      active_adventurer_count: 1,
      sample_count: 3,
      pending_count: 1,
      accepted_count: 1,
      published_at: null,
      archived_at: null,
    },
  ],
  countQuests: { found: 1, quests: 2, adventurers: 3, data_points: 4 },
  signExport: { address: "https://cairn.example/api/datasets/7/export?format=csv" },
  listDatasets: [
    {
      quest_id: 7,
      quest_name: "Bark",
      quest_type: "TREES",
      quest_status: "IN_PROGRESS",
      pending: 1,
      accepted: 2,
      denied: 3,
      change_requested: 0,
      further_exports: [{ format: "csv", group: "birds" }],
    },
  ],
  importRescue: {
    points: [
      { id: sample.id, result: "stored" },
      { id: "", result: "refused", code: "photo_required", detail: "The photo is missing from the bundle." },
    ],
  },
  getSettings: [{ name: "PORT", value: "3000" }],
  recheckSample: sample,
  listReviewReasons: [{ decision: "denied", text: "This is another tree." }],
  setReviewReasons: [{ decision: "change_requested", text: "The photo is blurred." }],
  listAssignments: [{ quest_id: 7, quest_name: "Bark", reviewers: ["rita"], pending_count: 12 }],
  assignReviewers: { quest_id: 7, quest_name: "Bark", reviewers: ["rita", "rosa"], pending_count: 0 },
  getReviewFigures: {
    from: "2026-05-01T10:00:00Z",
    reviewers: [
      {
        reviewer: "rita",
        accepted: 30,
        denied: 4,
        change_requested: 2,
        undone: 1,
        rechecked: 3,
        agreed: 2,
        last_decision_at: "2026-05-02T10:00:00Z",
      },
      {
        reviewer: "rosa",
        accepted: 0,
        denied: 0,
        change_requested: 0,
        undone: 0,
        rechecked: 1,
        agreed: 1,
        last_decision_at: null,
      },
    ],
    agreement: {
      count: 4,
      observed: 0.75,
      kappa: 0.5,
      table: [{ first: "accepted", second: "denied", count: 1 }],
    },
    recheck_percent: 5,
  },
};

const answered = Object.entries(calls).flatMap(([name, call]) =>
  "response" in call ? [[name as CallName, call.response as z.ZodMiniType] as const] : [],
);

const read = (name: CallName, answer: unknown) => readAnswer(name, { status: 200, text: JSON.stringify(answer) });
const isTaken = async (name: CallName, answer: unknown) => {
  try {
    await read(name, answer);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

/** The places in an answer, each as the way to it. */
function placesIn(value: unknown, way: string[] = []): string[][] {
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [way, ...parts.flatMap(([key, part]) => placesIn(part, [...way, key]))];
}

function withChange(value: unknown, [key, ...rest]: string[], change: unknown): unknown {
  if (key === undefined) return change;
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length === 0 && change === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = withChange(copy[key], rest, change);
  return copy;
}

/** A field has the shape of any kind, since a newer server has kinds that the app does not know. */
function isOfOtherKind(path: string, value: unknown): boolean {
  if (/fields\.\d+\.(min|max)$/.test(path)) return typeof value === "string" || typeof value === "number";
  return /fields\.\d+\.options$/.test(path) && value === undefined;
}

/** Whether the contract's schema finds nothing against an answer but its words, sizes and counts. */
function hasShapeOf(schema: z.ZodMiniType, answer: unknown): boolean {
  const isOfShape = (issue: z.core.$ZodIssue, within: unknown): boolean => {
    const value = issue.path.reduce<unknown>((of, key) => (of as Record<PropertyKey, unknown>)[key], within);
    if (issue.code === "invalid_type") return isOfOtherKind(issue.path.join("."), value);
    if (issue.code === "invalid_value") return typeof value === typeof issue.values[0];
    if (issue.code === "invalid_union" && issue.errors.length === 0) return typeof value === "string";
    if (issue.code === "invalid_union")
      return issue.errors.some((errors) => errors.every((each) => isOfShape(each, value)));
    // Lists are of any length; of a position, or a box, nothing may be missing.
    return !(issue.code === "too_small" && /(coordinates|box|places\.\d+)$/.test(issue.path.join(".")));
  };
  return (schema.safeParse(answer).error?.issues ?? []).every((issue) => isOfShape(issue, answer));
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("an answer", () => {
  it.each(answered)("of %s is accepted as the contract has it", async (name, schema) => {
    expect(schema.safeParse(sound[name]).success).toBe(true);
    expect(await read(name, sound[name])).toEqual(sound[name]);
  });

  it.each(answered)("of %s is rejected if its shape differs, and only then", async (name, schema) => {
    const places = placesIn(sound[name]);
    const strange = fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      0,
      -1,
      1.5,
      91,
      2_147_483_648,
      "",
      "TREES",
      "x".repeat(300),
      [],
      [1],
      [1, 2],
      [1, 2, 3],
      {},
      { id: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), strange, async (place, change) => {
        const changed = withChange(sound[name], place, change);
        if (changed === undefined) return;
        // An answer comes over the line as JSON.
        const answer = JSON.parse(JSON.stringify(changed));
        expect([place, change, await isTaken(name, answer)]).toEqual([place, change, hasShapeOf(schema, answer)]);
      }),
      { numRuns: 300 },
    );
  });

  it("may contain values that only a newer server knows", async () => {
    const newer = { quest_type: "CAVES", quest_status: "ON_HOLD", quest_difficulty: 6, quest_deadline: "soon" };
    expect(await read("listQuests", [{ ...quest(), ...newer }])).toMatchObject([newer]);
    const measured = dataPoint({
      position_source: "satellite" as never,
      review: { ...review, decision: "escalated" as never },
    });
    expect(await read("listDataPoints", [measured])).toEqual([measured]);
    const evidence = [{ code: "tampered", weight: 4, sentence: "Somebody changed it." }];
    expect(await read("listSamples", [sampleRow({ evidence: evidence as never })])).toMatchObject([{ evidence }]);
  });

  it("may contain undeclared properties", async () => {
    expect(await read("getQuest", { ...quest(), depth_meters: 3 })).toMatchObject({ depth_meters: 3 });
  });

  it("logs where it is wrong", async () => {
    const { organization, ...rest } = quest();
    const wrong = [quest(), { ...rest, organization: { ...organization, id: "1" } }];
    await expect(read("listQuests", wrong)).rejects.toThrow(ApiError);
    expect(console.error).toHaveBeenCalledWith("The answer to listQuests is not the contract's, at 1.organization.id.");
  });

  it("that is a proxy's page is rejected", async () => {
    const text = "<html>Service unavailable</html>";
    await expect(readAnswer("listQuests", { status: 200, text })).rejects.toThrow(ApiError);
    await expect(readAnswer("listQuests", { status: 502, text })).rejects.toMatchObject({ status: 502, info: text });
  });
});

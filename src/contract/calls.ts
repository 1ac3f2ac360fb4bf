import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import { announcementPayloadSchema, announcementSchema, audienceCountsSchema } from "./announcements.ts";
import {
  byContribution,
  contributionDetailSchema,
  contributionQuerySchema,
  contributionSchema,
  contributionSummarySchema,
  mailSettingsPayloadSchema,
  mailSettingsSchema,
  ownPlaceSchema,
  ownShareSchema,
  seenPayloadSchema,
} from "./contributions.ts";
import {
  dataPointEditSchema,
  dataPointSummarySchema,
  messagePayloadSchema,
  messageSchema,
  questDataPointSchema,
  revisionFieldsSchema,
  uploadFieldsSchema,
} from "./data-points.ts";
import { datasetListQuerySchema, datasetSchema } from "./datasets.ts";
import { datasetFormats } from "./desk-enums.ts";
import * as deskLimits from "./desk-limits.ts";
import { coverSizes, photoVariants } from "./enums.ts";
import { poorGpsReportPayloadSchema, poorGpsReportSchema } from "./gps-reports.ts";
import { clientConfigurationSchema, settingSchema } from "./installation.ts";
import {
  allTextsSchema,
  areaTextsSchema,
  byArea,
  byLanguage,
  ownLanguagePayloadSchema,
  ownLanguageSchema,
  textsQuery,
} from "./languages.ts";
import {
  lessonAttemptSchema,
  lessonDeletionSchema,
  lessonOutcomeSchema,
  lessonPayloadSchema,
  lessonSchema,
} from "./lessons.ts";
import * as limits from "./limits.ts";
import { listFieldsSchema, listQuerySchema, listSchema, listVersionSchema, savedListSchema } from "./lists.ts";
import { mapAreaSchema, mapTileQuery } from "./map-area.ts";
import { mutePayloadSchema, newsSchema, newsSeenPayloadSchema, newsSummarySchema } from "./news.ts";
import {
  newOrganizationSchema,
  organizationDecisionSchema,
  organizationDetailsSchema,
  organizationPageSchema,
  organizationPayloadSchema,
  organizationRequestPayloadSchema,
  organizationRequestSchema,
  organizationSchema,
} from "./organizations.ts";
import {
  adventurerQuestSchema,
  applicationQuerySchema,
  applicationSchema,
  participationPatchSchema,
} from "./participations.ts";
import { adventurerSchema, erasureSchema } from "./people.ts";
import { madePersonalTokenSchema, newPersonalTokenSchema, personalTokenSchema } from "./personal-tokens.ts";
import { savedPictureSchema, savedSoundSchema } from "./pictures.ts";
import { placeQuerySchema, placeSchema } from "./places.ts";
import { plantIdFailureSchema, plantIdResponseSchema } from "./plant-identification.ts";
import { byIdAndVersion, importedProtocolSchema } from "./protocols.ts";
import { pushEndSchema, pushKeySchema, pushSubscriptionSchema } from "./push.ts";
import { questHistoryEntrySchema, questHistoryQuerySchema } from "./quest-history.ts";
import { questLifeSchema, questStepPayloadSchema } from "./quest-life.ts";
import { questProgressSchema } from "./quest-progress.ts";
import {
  questCountsSchema,
  questSummaryFilterSchema,
  questSummaryQuerySchema,
  questSummarySchema,
} from "./quest-summaries.ts";
import { answerPayloadSchema, askedQuestionSchema, questionPayloadSchema, questionSchema } from "./questions.ts";
import {
  questChangePayloadSchema,
  questClusterQuerySchema,
  questFilterSchema,
  questFormPayloadSchema,
  questSchema,
  questSpotSchema,
} from "./quests.ts";
import {
  byRelease,
  byReleaseFile,
  citationQuerySchema,
  doiSchema,
  newReleaseSchema,
  releaseDetailSchema,
  releaseSchema,
  startedReleaseSchema,
  withdrawalSchema,
} from "./releases.ts";
import {
  dismissalPayloadSchema,
  reportQuerySchema,
  reportSchema,
  waitingQuerySchema,
  waitingSchema,
} from "./reports.ts";
import {
  byDataPointOfAdventurer,
  byId,
  byTile,
  byUsername,
  byUsernameAndId,
  byUuid,
  partQuery,
  pointQuery,
} from "./request-fields.ts";
import { rescueAnswerSchema } from "./rescue.ts";
import {
  byPublicPhoto,
  creditSchema,
  pointSpotQuerySchema,
  pointSpotSchema,
  publicPointQuerySchema,
  publicPointSchema,
  questResultsSchema,
} from "./results.ts";
import {
  assignmentPayloadSchema,
  assignmentQuerySchema,
  assignmentSchema,
  claimsPayloadSchema,
  claimsSchema,
  decisionsSchema,
  recheckPayloadSchema,
  reviewFiguresSchema,
  reviewPayloadSchema,
  reviewReasonsSchema,
  reviewsPayloadSchema,
  sampleCountsSchema,
  sampleFilterSchema,
  sampleQuerySchema,
  undoPayloadSchema,
} from "./reviews.ts";
import type { Route } from "./route.ts";
import { type RouteName, routes } from "./routes.ts";
import { neighboursSchema, sampleDetailSchema, sampleRowSchema } from "./samples.ts";
import { idSchema, instantSchema } from "./scalars.ts";
import { bySharedNumber, sharedAddressSchema, sharedContributionSchema } from "./shared-contributions.ts";
import {
  byStation,
  publicStationSchema,
  questStationsSchema,
  stationChangeSchema,
  stationFileSchema,
  stationPayloadSchema,
  stationRepeatSchema,
  stationSeriesSchema,
  teamStationSchema,
  teamStationsSchema,
} from "./stations.ts";
import {
  byInvitation,
  byInvitationToken,
  byMember,
  invitationOfferSchema,
  invitationSchema,
  logEntrySchema,
  madeInvitationSchema,
  memberPayloadSchema,
  memberSchema,
  newInvitationSchema,
  newMemberSchema,
  ownTeamSchema,
} from "./teams.ts";
import {
  byDelivery,
  byWebhook,
  madeWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookDeliverySchema,
  webhookSchema,
} from "./webhooks.ts";

type Schema = z.ZodMiniType;

export const xlsxMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Request and response of a call. `multipart` means a form: `body` describes its text fields, `file` names its file
 * part, which holds a photo unless `holds` says something else. With `filesOfFields` it is optional and more may follow as `photo:KEY`, `audio:KEY` or `file:KEY`. A call without `response`
 * answers with 204 or, with `produces`, with another media type.
 */
type Shape = {
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  multipart?: { file: string; holds?: string; filesOfFields?: true };
  status?: 200 | 201 | 202 | 204;
  response?: Schema;
  produces?: string | readonly string[];
};

/** One API call. A trailing slash in the path is ignored. */
export type Call = Route & Shape;

const signedQuery = z.object({
  expires: z.string().check(z.maxLength(20)),
  signature: z.string().check(z.maxLength(200)),
});

const datasetQuery = z.object({
  format: z.enum(datasetFormats),
  /** Key of a repeated group: the table of its rows. `id` is their key, `parent_id` the data point or row around them. */
  group: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
  /** Key of a point, line or area that becomes the geometry of GeoJSON features; null where there is none. */
  geometry: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
});

const shapes = {
  listQuests: {
    summary: "The quest list for volunteers and visitors, optionally filtered and in pages.",
    query: questFilterSchema,
    response: z.array(questSchema),
  },
  listQuestClusters: {
    summary:
      "The quests on a map: at most 500 spots, each a single quest at its first location or several quests that would overlap at this zoom. The counts add up to the quests in the box.",
    query: questClusterQuerySchema,
    response: z.array(questSpotSchema).check(z.maxLength(limits.mapSpotsMax)),
  },
  getQuest: {
    summary: "One quest.",
    params: byId,
    response: questSchema,
  },
  listAdminQuests: {
    summary: "The quest list for administrators, including drafts and data points.",
    response: z.array(questSchema),
  },
  listQuestSummaries: {
    summary: "Quests, including drafts, with their waiting samples; filtered, sorted and in pages.",
    query: questSummaryQuerySchema,
    response: z.array(questSummarySchema),
  },
  countQuests: {
    summary: "The number of quests that match the filters, up to a limit, and the totals.",
    query: questSummaryFilterSchema,
    response: questCountsSchema,
  },
  createQuest: {
    summary: "Create a quest.",
    body: questFormPayloadSchema,
    status: 201,
    response: questSchema,
  },
  updateQuest: {
    summary: "Update a quest. What is left out stays as it is, locations as well: another call deletes those.",
    params: byId,
    body: questChangePayloadSchema,
    response: questSchema,
  },
  getQuestLife: {
    summary: "What a quest's team can do with it as a whole.",
    params: byId,
    response: questLifeSchema,
  },
  getQuestProgress: {
    summary: "What happened in a quest: who joined, what was measured and decided, where, and who may need help.",
    params: byId,
    response: questProgressSchema,
  },
  getQuestResults: {
    summary: "A quest's public results: counts, figures per question, who took part. 404 where they are hidden.",
    params: byId,
    response: questResultsSchema,
  },
  listPublicPoints: {
    summary:
      "What everybody may see of a quest's accepted data points, the newest day first, in pages; optionally those in a box.",
    params: byId,
    query: publicPointQuerySchema,
    response: z.array(publicPointSchema),
  },
  listPublicPointClusters: {
    summary:
      "A quest's public data points on a map: at most 500 spots, each a single one or several that would overlap at this zoom. The counts add up to the data points in the box.",
    params: byId,
    query: pointSpotQuerySchema,
    response: z.array(pointSpotSchema).check(z.maxLength(limits.mapSpotsMax)),
  },
  getPublicPhoto: {
    summary: "A photo of a public data point, at an address that lasts as long as it is public. Redirects.",
    params: byPublicPhoto,
    produces: "image/jpeg",
  },
  publishRelease: {
    summary:
      "Publish the quest's accepted data points of this moment as a numbered release. It is built in the background.",
    params: byId,
    body: newReleaseSchema,
    status: 202,
    response: startedReleaseSchema,
  },
  listReleases: {
    summary: "The quest's releases, newest first.",
    params: byId,
    response: z.array(releaseSchema),
  },
  getRelease: {
    summary: "A release with its files.",
    params: byRelease,
    response: releaseDetailSchema,
  },
  getReleaseFile: {
    summary: "A file of a release. Parts can be requested.",
    params: byReleaseFile,
    produces: "application/octet-stream",
  },
  getReleaseCitation: {
    summary: "A published or withdrawn release as DataCite metadata, schema.org JSON-LD, CSL-JSON or BibTeX.",
    params: byRelease,
    query: citationQuerySchema,
    produces: [
      "application/vnd.datacite.datacite+json",
      "application/ld+json",
      "application/vnd.citationstyles.csl+json",
      "application/x-bibtex",
    ],
  },
  withdrawRelease: {
    summary: "Withdraw a release for good: its page stays and tells the reason, its files are no longer available.",
    params: byRelease,
    body: withdrawalSchema,
    response: releaseDetailSchema,
  },
  setReleaseDoi: {
    summary: "Note the DOI under which a release was registered elsewhere.",
    params: byRelease,
    body: doiSchema,
    response: releaseDetailSchema,
  },
  depositRelease: {
    summary:
      "Deposit a release at the archive that this installation uses, which gives it a DOI. It happens in the background.",
    params: byRelease,
    status: 202,
    response: releaseDetailSchema,
  },
  getLesson: {
    summary: "A quest's lesson with its answers: phones judge them without a signal.",
    params: byId,
    response: lessonSchema,
  },
  setLesson: {
    summary: "Save a quest's lesson; what changes it becomes its next version.",
    params: byId,
    body: lessonPayloadSchema,
    response: lessonSchema,
  },
  deleteLesson: {
    summary: "Delete a quest's lesson, unless it has changed. What volunteers have learned stays.",
    params: byId,
    body: lessonDeletionSchema,
    status: 204,
  },
  sendLessonAttempt: {
    summary:
      "Send how one went through a version of a quest's lesson; the server judges it. Sending the same `id` again is harmless.",
    params: byUsernameAndId,
    body: lessonAttemptSchema,
    status: 201,
    response: lessonOutcomeSchema,
  },
  listOwnStations: {
    summary: "A quest's stations for a volunteer who has joined, by code, with when they were measured last.",
    params: byUsernameAndId,
    response: questStationsSchema,
  },
  listStations: {
    summary: "A quest's stations by code, retired ones too, with how many data points they have.",
    params: byId,
    response: teamStationsSchema,
  },
  createStation: {
    summary: "Add a station to a quest.",
    params: byId,
    body: stationPayloadSchema,
    status: 201,
    response: teamStationSchema,
  },
  importStations: {
    summary:
      "Add and change stations by a CSV file with the columns code, name, latitude, longitude and description: all lines, or none. Stations that it doesn't name stay.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file", holds: "CSV in UTF-8 or UTF-16, at most 5 MB." },
    response: stationFileSchema,
  },
  setStationRepeat: {
    summary: "Set after how many days a quest's stations are due again.",
    params: byId,
    body: stationRepeatSchema,
    status: 204,
  },
  changeStation: {
    summary: "Change a station, retire it, or take that back. What is left out stays as it is.",
    params: byStation,
    body: stationChangeSchema,
    response: teamStationSchema,
  },
  deleteStation: {
    summary: "Delete a station without data points.",
    params: byStation,
    status: 204,
  },
  getStationSeries: {
    summary: "What was measured at a station over time, denied data points aside.",
    params: byStation,
    response: stationSeriesSchema,
  },
  listPublicStations: {
    summary: "The stations of a quest with public data points, where exact positions are public.",
    params: byId,
    response: z.array(publicStationSchema),
  },
  getPublicStationSeries: {
    summary: "What is public of what was measured at a station over time.",
    params: byStation,
    response: stationSeriesSchema,
  },
  listQuestHistory: {
    summary: "Who changed what of a quest, newest first, in pages. Only the newest changes are kept.",
    params: byId,
    query: questHistoryQuerySchema,
    response: z.array(questHistoryEntrySchema),
  },
  takeQuestStep: {
    summary:
      "Publish a quest, pause joining, close it, or move it into or out of the archive. A step that was already taken changes nothing.",
    params: byId,
    body: questStepPayloadSchema,
    response: questLifeSchema,
  },
  deleteQuest: {
    summary: "Delete a quest that no volunteer has joined.",
    params: byId,
    status: 204,
  },
  deleteQuestLocations: {
    summary: "Delete locations by id. A quest keeps at least one.",
    body: z.array(idSchema).check(z.minLength(1), z.maxLength(deskLimits.questLocationCount.max)),
    status: 204,
  },
  setQuestImage: {
    summary: "Upload the quest's cover photo; `quest_image` becomes its URL.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file" },
    response: questSchema,
  },
  deleteQuestImage: {
    summary: "Remove the quest's cover photo.",
    params: byId,
    response: questSchema,
  },
  getQuestProtocol: {
    summary: "One version of a quest's protocol; it never changes.",
    params: byIdAndVersion,
    response: writtenProtocolSchema,
  },
  exportProtocol: {
    summary: "A quest's protocol as an XLSForm.",
    params: byId,
    produces: xlsxMediaType,
  },
  importProtocol: {
    summary:
      "Convert an XLSForm to a protocol, with a report of everything that a protocol can't express. Nothing is saved.",
    body: z.object({}),
    multipart: { file: "file", holds: "An XLSForm: a workbook in XLSX." },
    status: 200,
    response: importedProtocolSchema,
  },
  getCover: {
    summary: "A quest's cover photo, upright and without metadata, at a signed URL.",
    params: byUuid,
    query: z.object({
      signature: z.string().check(z.maxLength(limits.shortTextLength)),
      size: z._default(z.enum(coverSizes), "hero"),
    }),
    produces: "image/jpeg",
  },
  searchPlaces: {
    summary: "Towns and villages by name; `Rye, England` also names the region.",
    query: placeQuerySchema,
    response: z.array(placeSchema),
  },
  listOrganizations: {
    summary: "The organizations in which the caller has a role; all for administrators.",
    response: z.array(organizationSchema),
  },
  listOwnTeams: {
    summary: "The organizations in which the caller has a role, as a member or by a group of the identity provider.",
    response: z.array(ownTeamSchema),
  },
  listMembers: {
    summary: "An organization's team.",
    params: byId,
    response: z.array(memberSchema),
  },
  addMember: {
    summary: "Give a person who has an account a role in the organization.",
    params: byId,
    body: newMemberSchema,
    status: 201,
    response: memberSchema,
  },
  setMember: {
    summary: "Set a person's role in the organization, by username. The last owner stays one.",
    params: byMember,
    body: memberPayloadSchema,
    response: memberSchema,
  },
  removeMember: {
    summary: "Remove a member from the team, or leave it. The last owner can't go.",
    params: byMember,
    status: 204,
  },
  listTeamLog: {
    summary: "Who changed the team, newest first, in pages.",
    params: byId,
    query: partQuery,
    response: z.array(logEntrySchema),
  },
  listInvitations: {
    summary: "An organization's open invitations, newest first, without their links.",
    params: byId,
    response: z.array(invitationSchema),
  },
  createInvitation: {
    summary: "Invite somebody to the team, by email or by the link in the answer. It works once, within seven days.",
    params: byId,
    body: newInvitationSchema,
    status: 201,
    response: madeInvitationSchema,
  },
  revokeInvitation: {
    summary: "Revoke an open invitation.",
    params: byInvitation,
    status: 204,
  },
  getInvitation: {
    summary: "What an invitation offers, by its link.",
    params: byInvitationToken,
    response: invitationOfferSchema,
  },
  acceptInvitation: {
    summary: "Take the role that an invitation offers. A higher role stays.",
    params: byInvitationToken,
    response: ownTeamSchema,
  },
  listPersonalTokens: {
    summary: "The caller's personal tokens, newest first, without the tokens themselves.",
    response: z.array(personalTokenSchema),
  },
  createPersonalToken: {
    summary: "Make a personal token, which programs send as a bearer token. The answer shows it once.",
    body: newPersonalTokenSchema,
    status: 201,
    response: madePersonalTokenSchema,
  },
  revokePersonalToken: {
    summary: "Revoke a personal token of the caller.",
    params: byId,
    status: 204,
  },
  listWebhooks: {
    summary: "A quest's webhooks, oldest first, without their secrets.",
    params: byId,
    response: z.array(webhookSchema),
  },
  createWebhook: {
    summary:
      "Have an address told what happens in a quest, by signed messages (Standard Webhooks). The answer shows the secret once.",
    params: byId,
    body: newWebhookSchema,
    status: 201,
    response: madeWebhookSchema,
  },
  changeWebhook: {
    summary: "Change a webhook's address or events, or turn it on or off. Its secret stays.",
    params: byWebhook,
    body: webhookChangeSchema,
    response: webhookSchema,
  },
  deleteWebhook: {
    summary: "Remove a webhook with its deliveries.",
    params: byWebhook,
    status: 204,
  },
  listWebhookDeliveries: {
    summary: "What a webhook was told within 30 days, newest first, in pages.",
    params: byWebhook,
    query: partQuery,
    response: z.array(webhookDeliverySchema),
  },
  sendWebhookAgain: {
    summary: "Send a message to a webhook once more, under the same id. If that fails, it is retried like a new one.",
    params: byDelivery,
    status: 202,
    response: webhookDeliverySchema,
  },
  getAdventurer: {
    summary: "The signed-in volunteer.",
    params: byUsername,
    response: adventurerSchema,
  },
  exportAdventurer: {
    summary: "All data about the volunteer, with the original photos, streamed.",
    params: byUsername,
    produces: "application/zip",
  },
  eraseAdventurer: {
    summary:
      "Erase the volunteer's data; what stays is anonymous. With the embedded provider, use the account page instead.",
    params: byUsername,
    body: erasureSchema,
    status: 204,
  },
  listAdventurerQuests: {
    summary: "The quests the volunteer has joined.",
    params: byUsername,
    response: z.array(adventurerQuestSchema),
  },
  getAdventurerQuest: {
    summary: "The volunteer's record of one quest; code `not_joined` if there is none.",
    params: byUsernameAndId,
    response: adventurerQuestSchema,
  },
  joinQuest: {
    summary: "Join a quest. Joining twice is harmless.",
    params: byUsernameAndId,
    response: adventurerQuestSchema,
  },
  updateAdventurerQuest: {
    summary:
      "Complete a quest: the record with status `completed`. Completing twice is harmless; a record of another quest is rejected.",
    params: byUsernameAndId,
    body: participationPatchSchema,
    response: adventurerQuestSchema,
  },
  listDataPoints: {
    summary:
      "The volunteer's data points of one quest, oldest first; with `limit` or `after`, newest first and in pages.",
    params: byUsernameAndId,
    query: partQuery,
    response: z.array(questDataPointSchema),
  },
  summarizeDataPoints: {
    summary: "The number of the volunteer's data points of one quest by state, and their positions.",
    params: byUsernameAndId,
    response: dataPointSummarySchema,
  },
  uploadDataPoint: {
    summary:
      "Upload a data point: measurements, position and photos (photos and other files of fields as `photo:KEY`, `audio:KEY`, `file:KEY`). Sending the same `id` again is harmless.",
    params: byUsernameAndId,
    query: z.object({ data_type: z._default(z.literal("image"), "image") }),
    body: uploadFieldsSchema,
    multipart: { file: "file", filesOfFields: true },
    status: 201,
    response: questDataPointSchema,
  },
  editDataPoint: {
    summary: "Edit your own data point before it is reviewed; earlier versions are kept.",
    params: byDataPointOfAdventurer,
    body: dataPointEditSchema,
    response: questDataPointSchema,
  },
  deleteDataPoint: {
    summary:
      "Delete your own data point before it is reviewed. Later uploads with this id are rejected, even if none had arrived.",
    params: byDataPointOfAdventurer,
    status: 204,
  },
  createUpload: {
    summary:
      "Start a resumable upload of one photo or file (tus 1.0.0 with creation, creation-with-upload, expiration and termination). HEAD returns its offset, OPTIONS the supported extensions. A data point refers to it by id, in the field `upload:KEY`.",
    status: 201,
  },
  continueUpload: {
    summary: "Append bytes to your own resumable upload.",
    params: byUuid,
    status: 204,
  },
  deleteUpload: {
    summary: "Delete a resumable upload.",
    params: byUuid,
    status: 204,
  },
  importRescue: {
    summary:
      "Import the data points of a rescue bundle, each by the rules of an upload. For its volunteer or an administrator.",
    body: z.object({}),
    multipart: { file: "file", holds: "A rescue bundle: ZIP." },
    status: 200,
    response: rescueAnswerSchema,
  },
  getSample: {
    summary: "One sample, with its quest and its volunteer.",
    params: byUuid,
    response: sampleDetailSchema,
  },
  listSamples: {
    summary: "The samples the reviewer can decide on, by review state, optionally filtered and sorted.",
    query: sampleQuerySchema,
    response: z.array(sampleRowSchema),
  },
  countSamples: {
    summary: "The number of samples in each review state, by the list's filters.",
    query: sampleFilterSchema,
    response: sampleCountsSchema,
  },
  claimSamples: {
    summary: "Claim the samples you have open, so that others leave them alone; this decides nothing.",
    body: claimsPayloadSchema,
    response: claimsSchema,
  },
  copySamplePhoto: {
    summary: "Copy a sample's photo, without metadata, to the pictures that lessons and questions can show.",
    params: byUuid,
    status: 201,
    response: savedPictureSchema,
  },
  listNeighbours: {
    summary: "Data points near a sample, and its volunteer's previous and next ones.",
    params: byUuid,
    response: neighboursSchema,
  },
  reviewSamples: {
    summary: "One decision on many samples, in one transaction; returns the result for each.",
    body: reviewsPayloadSchema,
    response: decisionsSchema,
  },
  undoReviews: {
    summary: "Undo your own latest decisions, within a minute; they stay in the history as undone.",
    body: undoPayloadSchema,
    response: decisionsSchema,
  },
  recheckSample: {
    summary: "A second review of a randomly chosen decision of another reviewer.",
    params: byUuid,
    body: recheckPayloadSchema,
    response: sampleDetailSchema,
  },
  listReviewReasons: {
    summary: "The frequent reasons of an organization's reviewers.",
    params: byId,
    response: reviewReasonsSchema,
  },
  setReviewReasons: {
    summary: "Replace the reasons of an organization.",
    params: byId,
    body: reviewReasonsSchema,
    response: reviewReasonsSchema,
  },
  listAssignments: {
    summary:
      "The quests with waiting samples or assigned reviewers, and their reviewers; with search words, all matching quests.",
    query: assignmentQuerySchema,
    response: z.array(assignmentSchema),
  },
  assignReviewers: {
    summary: "Assign reviewers to a quest.",
    params: byId,
    body: assignmentPayloadSchema,
    response: assignmentSchema,
  },
  getReviewFigures: {
    summary: "Decisions by reviewer, and agreement between reviewers.",
    query: z.object({ from: z.optional(instantSchema) }),
    response: reviewFiguresSchema,
  },
  reviseDataPoint: {
    summary:
      "Answer a change request with new values, another position, other photos or a message; anything left out stays. The data point returns to the queue as a new revision.",
    params: byUuid,
    body: revisionFieldsSchema,
    multipart: { file: "file", filesOfFields: true },
    status: 201,
    response: questDataPointSchema,
  },
  writeMessage: {
    summary: "Write to the reviewers of your data point, or as a reviewer to its volunteer.",
    params: byUuid,
    body: messagePayloadSchema,
    status: 201,
    response: messageSchema,
  },
  listContributions: {
    summary: "The volunteer's data points of all quests, newest first, in pages.",
    params: byUsername,
    query: contributionQuerySchema,
    response: z.array(contributionSchema),
  },
  listOwnShares: {
    summary:
      "The quests with public results that contain accepted data points of the volunteer, with how many of all; at most 100, those with the most first.",
    params: byUsername,
    response: z.array(ownShareSchema),
  },
  shareContribution: {
    summary:
      "Share one's part of a quest's public results on a page of its own, without positions. Sharing again answers the same address.",
    params: byUsernameAndId,
    response: sharedAddressSchema,
    status: 201,
  },
  unshareContribution: {
    summary: "End the sharing: the page is gone.",
    params: byUsernameAndId,
    status: 204,
  },
  getSharedContribution: {
    summary: "A volunteer's part of a quest's public results, as they share it.",
    params: bySharedNumber,
    response: sharedContributionSchema,
  },
  listOwnPlaces: {
    summary: "Where the volunteer's data points are, the newest first; at most 2,000.",
    params: byUsername,
    response: z.array(ownPlaceSchema),
  },
  summarizeContributions: {
    summary: "The number of the volunteer's data points by state, and of those with updates.",
    params: byUsername,
    response: contributionSummarySchema,
  },
  getContribution: {
    summary: "Your own data point with all decisions, messages and earlier revisions.",
    params: byContribution,
    response: contributionDetailSchema,
  },
  seeContributions: {
    summary: "Mark updates as read.",
    params: byUsername,
    body: seenPayloadSchema,
    status: 204,
  },
  getMailSettings: {
    summary: "Whether, and to which address, emails about your data points are sent.",
    params: byUsername,
    response: mailSettingsSchema,
  },
  setMailSettings: {
    summary: "Turn emails about your data points on or off; turning them on retries an address that had failed.",
    params: byUsername,
    body: mailSettingsPayloadSchema,
    response: mailSettingsSchema,
  },
  endMails: {
    summary: "Unsubscribe from emails about your data points, by the link in such an email (RFC 8058).",
    params: z.object({ token: z.string().check(z.maxLength(512)) }),
    status: 204,
  },
  sendAnnouncement: {
    summary: "Write to the volunteers of a quest. It is delivered in batches; the list tells how far it is.",
    params: byId,
    body: announcementPayloadSchema,
    status: 202,
    response: announcementSchema,
  },
  listAnnouncements: {
    summary: "A quest's announcements with their delivery, newest first, in pages.",
    params: byId,
    query: partQuery,
    response: z.array(announcementSchema),
  },
  countAudiences: {
    summary: "How many volunteers an announcement would reach now.",
    params: byId,
    response: audienceCountsSchema,
  },
  askQuestion: {
    summary: "Ask the team of a quest you joined. Question and answer are in your news.",
    params: byId,
    body: questionPayloadSchema,
    status: 201,
    response: askedQuestionSchema,
  },
  listQuestions: {
    summary: "Volunteers' questions about a quest: open ones first, then newest first, in pages.",
    params: byId,
    query: partQuery,
    response: z.array(questionSchema),
  },
  answerQuestion: {
    summary: "Answer a volunteer's question, once.",
    params: byId,
    body: answerPayloadSchema,
    status: 201,
    response: questionSchema,
  },
  listNews: {
    summary: "What the teams of your quests told you, newest first, in pages.",
    query: partQuery,
    response: z.array(newsSchema),
  },
  summarizeNews: {
    summary: "The number of messages you haven't seen, and of your data points with updates.",
    response: newsSummarySchema,
  },
  muteQuest: {
    summary: "Get no more announcements of a quest you joined, or get them again.",
    params: byId,
    body: mutePayloadSchema,
    status: 204,
  },
  reportNews: {
    summary: "Report a message of a team to the administrators.",
    params: byId,
    status: 204,
  },
  listReports: {
    summary: "Messages of teams that volunteers reported, newest first, in pages.",
    query: reportQuerySchema,
    response: z.array(reportSchema),
  },
  dismissReports: {
    summary: "Dismiss the reports of a message. Later reports are open again.",
    body: dismissalPayloadSchema,
    status: 204,
  },
  countWaiting: {
    summary:
      "The number of open questions, of messages with open reports and, for administrators, of requests for organizations.",
    query: waitingQuerySchema,
    response: waitingSchema,
  },
  getCredit: {
    summary: "How the caller is named in public results.",
    response: creditSchema,
  },
  setCredit: {
    summary: "Set how the caller is named in public results: by username, by another name, or not at all.",
    body: creditSchema,
    response: creditSchema,
  },
  getPushKey: {
    summary: "The key with which browsers subscribe to notifications.",
    response: pushKeySchema,
  },
  subscribeToPush: {
    summary: "Get notifications in a browser, by its `PushSubscription`.",
    body: pushSubscriptionSchema,
    status: 204,
  },
  endPush: {
    summary: "End notifications in a browser.",
    body: pushEndSchema,
    status: 204,
  },
  seeNews: {
    summary: "Mark messages as seen.",
    body: newsSeenPayloadSchema,
    status: 204,
  },
  reviewSample: {
    summary: "Decide on a sample. Every decision is kept; the newest counts.",
    params: byUuid,
    body: reviewPayloadSchema,
    response: sampleDetailSchema,
  },
  listPoorGpsReports: {
    summary: "The poor GPS identifications, newest first.",
    response: z.array(poorGpsReportSchema),
  },
  reportPoorGps: {
    summary: "Flag a poor GPS identification.",
    body: poorGpsReportPayloadSchema,
    status: 201,
    response: poorGpsReportSchema,
  },
  identifyPlant: {
    summary: "Identify the plant in one image; returns an error flag and a message if none was found.",
    body: z.object({}),
    multipart: { file: "image" },
    status: 200,
    response: z.union([plantIdResponseSchema, plantIdFailureSchema]),
  },
  getMapTile: {
    summary: "A map tile, if the server fetches tiles from the tile service.",
    params: byTile,
    produces: ["image/png", "image/jpeg", "image/webp"],
  },
  getMapArea: {
    summary: "The tiles of the installation's map file that a phone saves for a quest, and how much they are.",
    params: byUsernameAndId,
    response: mapAreaSchema,
  },
  getMapFileTile: {
    summary: "A tile of the installation's map file, packed with gzip if the file has it so.",
    params: byTile,
    query: mapTileQuery,
    produces: ["application/vnd.mapbox-vector-tile", "application/gzip", "image/png", "image/jpeg", "image/webp"],
  },
  getStaticMap: {
    summary: "A map of 400 by 400 pixels with a pin.",
    query: z.object({
      coordinates: pointQuery,
      zoom: z.optional(numberField(z.int().check(z.minimum(1), z.maximum(18)))),
    }),
    produces: "image/png",
  },
  createOrganization: {
    summary: "Create an organization.",
    body: newOrganizationSchema,
    status: 201,
    response: organizationSchema,
  },
  updateOrganization: {
    summary: "Change an organization's name, email address, or what its public page shows; what is left out stays.",
    params: byId,
    body: organizationPayloadSchema,
    response: organizationSchema,
  },
  getOrganization: {
    summary: "An organization's public page.",
    params: byId,
    response: organizationPageSchema,
  },
  getOrganizationDetails: {
    summary: "Everything that its owners can change.",
    params: byId,
    response: organizationDetailsSchema,
  },
  requestOrganization: {
    summary:
      "Ask for a new organization, of which the caller becomes an owner. Where everybody may create one, it is approved at once.",
    body: organizationRequestPayloadSchema,
    status: 201,
    response: organizationRequestSchema,
  },
  listOwnOrganizationRequests: {
    summary: "The organizations that the caller asked for, newest first.",
    response: z.array(organizationRequestSchema),
  },
  listOrganizationRequests: {
    summary: "Requests that wait for a decision, oldest first.",
    response: z.array(organizationRequestSchema),
  },
  decideOrganizationRequest: {
    summary: "Approve or decline a request for an organization.",
    params: byId,
    body: organizationDecisionSchema,
    response: organizationRequestSchema,
  },
  listLists: {
    summary: "An organization's lists of choices, by name.",
    params: byId,
    response: z.array(listSchema),
  },
  createList: {
    summary:
      "Upload a CSV, GeoJSON or XML file or a checklist (Darwin Core Archive) of up to 50,000 rows as a new list of choices.",
    params: byId,
    body: listFieldsSchema,
    multipart: { file: "file", holds: "CSV, GeoJSON, XML, or the ZIP of a Darwin Core Archive, at most 20 MB." },
    status: 201,
    response: savedListSchema,
  },
  renewList: {
    summary: "Upload a file as the next version of a list. Earlier versions stay.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file", holds: "CSV, GeoJSON, XML, or the ZIP of a Darwin Core Archive, at most 20 MB." },
    status: 201,
    response: savedListSchema,
  },
  getList: {
    summary: "One version of a list, with its first choices or those that match best.",
    params: byId,
    query: listQuerySchema,
    response: listVersionSchema,
  },
  createPicture: {
    summary: "Upload a picture that questions and options can show. It is kept as a small WebP without metadata.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file" },
    status: 201,
    response: savedPictureSchema,
  },
  getPicture: {
    summary: "A picture of a question or option. It never changes.",
    params: byUuid,
    produces: "image/webp",
  },
  createSound: {
    summary:
      "Upload a sound that questions and options can play: MP3, Opus in WebM or Ogg, or AAC in MP4, at most 2 MB.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file", holds: "MP3, Opus in WebM or Ogg, or AAC in MP4, at most 2 MB." },
    status: 201,
    response: savedSoundSchema,
  },
  getSound: {
    summary: "A sound of a question or option. It never changes.",
    params: byUuid,
    produces: ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg"],
  },
  listApplications: {
    summary: "Who joined which quest and when, newest first or sorted by a column.",
    query: applicationQuerySchema,
    response: z.array(applicationSchema),
  },
  listDatasets: {
    summary: "The quests with their number of data points by review state, newest first or sorted by a column.",
    query: datasetListQuerySchema,
    response: z.array(datasetSchema),
  },
  signExport: {
    summary: "A short-lived URL at which a browser can download the quest's export without a token.",
    params: byId,
    query: datasetQuery,
    response: z.object({ address: z.string() }),
  },
  saveDataset: {
    summary: "The export at a signed URL that expires.",
    params: byId,
    query: z.extend(datasetQuery, {
      expires: z.string().check(z.maxLength(20)),
      signature: z.string().check(z.maxLength(limits.shortTextLength)),
    }),
    produces: ["text/csv", "application/geo+json"],
  },
  exportDataset: {
    summary:
      "A quest's accepted data points, or the rows of one of its groups, as CSV or GeoJSON, streamed; or the dictionary of all columns.",
    params: byId,
    query: datasetQuery,
    produces: ["text/csv", "application/geo+json"],
  },
  getSettings: {
    summary: "The current configuration, without secrets.",
    response: z.array(settingSchema),
  },
  getPhoto: {
    summary: "A photo, upright and without metadata, at a signed URL that expires.",
    params: z.extend(byUuid, { variant: z.enum(photoVariants) }),
    query: signedQuery,
    produces: "image/jpeg",
  },
  getFile: {
    summary:
      "A file of a field that is no photo, at a signed URL that expires. PDFs are downloads. `Range` asks for a part.",
    params: byUuid,
    query: signedQuery,
    produces: ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg", "application/pdf"],
  },
  getFileCopy: {
    summary: "A public recording without metadata, at a signed URL that expires. `Range` asks for a part.",
    params: byUuid,
    query: signedQuery,
    produces: ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg"],
  },
  getTexts: {
    summary: "The texts of one area of the app in a language; what isn't translated is missing.",
    params: byArea,
    query: textsQuery,
    response: areaTextsSchema,
  },
  getAllTexts: {
    summary: "The texts of all areas in a language, to keep on the phone.",
    params: byLanguage,
    query: textsQuery,
    response: allTextsSchema,
  },
  getOwnLanguage: {
    summary: "The language that you chose.",
    params: byUsername,
    response: ownLanguageSchema,
  },
  setOwnLanguage: {
    summary: "Choose the language of emails and notifications, and of devices on which you sign in for the first time.",
    params: byUsername,
    body: ownLanguagePayloadSchema,
    response: ownLanguageSchema,
  },
  getClientConfiguration: {
    summary: "What the browser needs to know about this installation.",
    response: clientConfigurationSchema,
  },
} as const satisfies Record<RouteName, Shape>;

export type Calls = { [Name in RouteName]: (typeof routes)[Name] & (typeof shapes)[Name] };
export type CallName = RouteName;

/** Every call: its route with its request and response. */
export const calls = Object.fromEntries(
  // `Shape` keeps the compiler from comparing the types of all calls with those of all routes.
  Object.entries<Shape>(shapes).map(([name, shape]): [string, object] => [
    name,
    { ...routes[name as RouteName], ...shape },
  ]),
) as Calls;

/** What a handler receives and returns. */
export type ParamsOf<C extends Call> = C["params"] extends Schema ? z.output<C["params"]> : undefined;
export type QueryOf<C extends Call> = C["query"] extends Schema ? z.output<C["query"]> : undefined;
export type BodyOf<C extends Call> = C["body"] extends Schema ? z.output<C["body"]> : undefined;
export type ResponseOf<C extends Call> = C["response"] extends Schema ? z.output<C["response"]> : undefined;
export type BodyInputOf<C extends Call> = C["body"] extends Schema ? z.input<C["body"]> : undefined;

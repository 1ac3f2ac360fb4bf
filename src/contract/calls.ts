import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import { writtenProtocolSchema } from "../protocol/protocol-schema.ts";
import {
  byContribution,
  contributionDetailSchema,
  contributionQuerySchema,
  contributionSchema,
  contributionSummarySchema,
  mailSettingsPayloadSchema,
  mailSettingsSchema,
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
import { coverSizes, datasetFormats, photoVariants } from "./enums.ts";
import { poorGpsReportPayloadSchema, poorGpsReportSchema } from "./gps-reports.ts";
import { clientConfigurationSchema, settingSchema } from "./installation.ts";
import * as limits from "./limits.ts";
import { organizationPayloadSchema, organizationSchema } from "./organizations.ts";
import {
  adventurerQuestSchema,
  applicationQuerySchema,
  applicationSchema,
  participationPatchSchema,
} from "./participations.ts";
import { adventurerSchema, erasureSchema } from "./people.ts";
import { placeQuerySchema, placeSchema } from "./places.ts";
import { plantIdResponseSchema } from "./plant-identification.ts";
import { byIdAndVersion, importedProtocolSchema } from "./protocols.ts";
import {
  questCountsSchema,
  questSummaryFilterSchema,
  questSummaryQuerySchema,
  questSummarySchema,
} from "./quest-summaries.ts";
import {
  questClusterQuerySchema,
  questFilterSchema,
  questFormPayloadSchema,
  questSchema,
  questSpotSchema,
} from "./quests.ts";
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
import { type Route, type RouteName, routes } from "./routes.ts";
import { neighboursSchema, sampleDetailSchema, sampleRowSchema } from "./samples.ts";
import { idSchema, instantSchema } from "./scalars.ts";

type Schema = z.ZodMiniType;

export const xlsxMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * What a call takes and answers. `multipart` says that the body is a form: `body` then describes its text fields and
 * `file` names its file part; with `photosOfFields` that may be missing, and others are called `photo:KEY`. A call without `response` answers with no body (204), or with `produces` of another kind.
 */
type Shape = {
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  multipart?: { file: string; photosOfFields?: true };
  status?: 200 | 201 | 204;
  response?: Schema;
  produces?: string | readonly string[];
};

/** One call of the API. A trailing slash of its path makes no difference. */
export type Call = Route & Shape;

const datasetQuery = z.object({ format: z.enum(datasetFormats) });

const shapes = {
  listQuests: {
    summary: "The quest list for non-admins; filtered and in parts where parameters ask for it.",
    query: questFilterSchema,
    response: z.array(questSchema),
  },
  listQuestClusters: {
    summary:
      "What a map shows of the quests of the list: at most 500 spots, each one quest at its first place, or several quests that would overlap at that zoom. Their counts add up to the quests in the box.",
    query: questClusterQuerySchema,
    response: z.array(questSpotSchema).check(z.maxLength(limits.questSpotsMax)),
  },
  getQuest: {
    summary: "One quest.",
    params: byId,
    response: questSchema,
  },
  listAdminQuests: {
    summary: "The quest list for admins, drafts and data points included.",
    response: z.array(questSchema),
  },
  listQuestSummaries: {
    summary: "Quests, drafts included, with what waits in each; filtered, sorted and in parts.",
    query: questSummaryQuerySchema,
    response: z.array(questSummarySchema),
  },
  countQuests: {
    summary: "How many quests the filters find, up to a limit, and how much there is in all.",
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
    summary: "Update a quest. Locations that are not named stay; they are deleted by a call of their own.",
    params: byId,
    body: questFormPayloadSchema,
    response: questSchema,
  },
  deleteQuestLocations: {
    summary: "Delete locations, by a list of their ids. A quest keeps at least one.",
    body: z.array(idSchema).check(z.minLength(1), z.maxLength(limits.questLocationCount.max)),
    status: 204,
  },
  setQuestImage: {
    summary: "Upload the quest's cover picture; `quest_image` is then its address.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file" },
    response: questSchema,
  },
  deleteQuestImage: {
    summary: "Take the quest's picture away.",
    params: byId,
    response: questSchema,
  },
  getQuestProtocol: {
    summary: "One version of what a quest asks for; it never changes.",
    params: byIdAndVersion,
    response: writtenProtocolSchema,
  },
  exportProtocol: {
    summary: "What a quest asks for, as an XLSForm.",
    params: byId,
    produces: xlsxMediaType,
  },
  importProtocol: {
    summary:
      "Read an XLSForm: the protocol that it makes, and what it says that a protocol cannot say. Nothing is saved.",
    body: z.object({}),
    multipart: { file: "file" },
    status: 200,
    response: importedProtocolSchema,
  },
  getCover: {
    summary: "A quest's cover picture, upright and without metadata, at a signed address.",
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
    summary: "The organizations; for reviewers those that they review for.",
    response: z.array(organizationSchema),
  },
  getAdventurer: {
    summary: "The adventurer who is signed in, as Cairn knows them.",
    params: byUsername,
    response: adventurerSchema,
  },
  exportAdventurer: {
    summary: "Everything that the installation holds about the adventurer, with the original photos, streamed.",
    params: byUsername,
    produces: "application/zip",
  },
  eraseAdventurer: {
    summary:
      "Erase the adventurer's data; what stays has no name. With the embedded provider its account page does it.",
    params: byUsername,
    body: erasureSchema,
    status: 204,
  },
  listAdventurerQuests: {
    summary: "The quests that the adventurer has joined.",
    params: byUsername,
    response: z.array(adventurerQuestSchema),
  },
  getAdventurerQuest: {
    summary: "The adventurer's record of one quest; code `not_joined` where there is none.",
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
      "Complete a quest: the record with status `completed`. Completing twice is harmless; a record that names another quest is refused.",
    params: byUsernameAndId,
    body: participationPatchSchema,
    response: adventurerQuestSchema,
  },
  listDataPoints: {
    summary:
      "The adventurer's data points of one quest, the oldest first; where `limit` or `after` asks for a part, the newest first.",
    params: byUsernameAndId,
    query: partQuery,
    response: z.array(questDataPointSchema),
  },
  summarizeDataPoints: {
    summary: "How many of the adventurer's data points of one quest are in which state, and where they are.",
    params: byUsernameAndId,
    response: dataPointSummarySchema,
  },
  uploadDataPoint: {
    summary:
      "Upload a data point: measurements, position and photos, those of fields as files `photo:KEY`. Sending the same `id` again is harmless.",
    params: byUsernameAndId,
    query: z.object({ data_type: z._default(z.literal("image"), "image") }),
    body: uploadFieldsSchema,
    multipart: { file: "file", photosOfFields: true },
    status: 201,
    response: questDataPointSchema,
  },
  editDataPoint: {
    summary: "Change one's own data point that nobody has reviewed yet; what it was before is kept.",
    params: byDataPointOfAdventurer,
    body: dataPointEditSchema,
    response: questDataPointSchema,
  },
  deleteDataPoint: {
    summary:
      "Delete one's own data point that nobody has reviewed yet. It is known from then on: an upload of this id is refused, also where none had arrived.",
    params: byDataPointOfAdventurer,
    status: 204,
  },
  createUpload: {
    summary:
      "Begin an upload in parts by tus 1.0.0, of one photo: creation, creation-with-upload, expiration and termination. HEAD says where it stands, OPTIONS what is spoken. A data point names it by its id, in the field `upload:KEY`.",
    status: 201,
  },
  continueUpload: {
    summary: "Add bytes to an upload in parts, behind those it has. Another account's is not there.",
    params: byUuid,
    status: 204,
  },
  deleteUpload: {
    summary: "Forget an upload in parts.",
    params: byUuid,
    status: 204,
  },
  importRescue: {
    summary:
      "Take the data points of a rescue bundle, each by the rules of an upload: for the account itself, or for an admin.",
    body: z.object({}),
    multipart: { file: "file" },
    status: 200,
    response: rescueAnswerSchema,
  },
  getSample: {
    summary: "One sample, with its quest and its adventurer.",
    params: byUuid,
    response: sampleDetailSchema,
  },
  listSamples: {
    summary:
      "The samples that the reviewer may decide on, by review state; filtered and sorted where parameters ask for it.",
    query: sampleQuerySchema,
    response: z.array(sampleRowSchema),
  },
  countSamples: {
    summary: "How many samples there are in each review state, by the list's filters.",
    query: sampleFilterSchema,
    response: sampleCountsSchema,
  },
  claimSamples: {
    summary: "Hold the samples that one has open, so that others leave them alone; it decides nothing.",
    body: claimsPayloadSchema,
    response: claimsSchema,
  },
  listNeighbours: {
    summary: "Data points near a sample, and its adventurer's just before and just after it.",
    params: byUuid,
    response: neighboursSchema,
  },
  reviewSamples: {
    summary: "One decision on many samples, in one transaction; answers what became of each.",
    body: reviewsPayloadSchema,
    response: decisionsSchema,
  },
  undoReviews: {
    summary: "Take back one's own newest decisions, within a minute; each stays in the history as undone.",
    body: undoPayloadSchema,
    response: decisionsSchema,
  },
  recheckSample: {
    summary: "A second look at a decision of somebody else that was drawn at random.",
    params: byUuid,
    body: recheckPayloadSchema,
    response: sampleDetailSchema,
  },
  listReviewReasons: {
    summary: "The reasons that an organization's reviewers give often.",
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
      "The quests that have samples to review or reviewers, and who reviews them; where words ask for it, every quest that is found by them.",
    query: assignmentQuerySchema,
    response: z.array(assignmentSchema),
  },
  assignReviewers: {
    summary: "Say who reviews a quest.",
    params: byId,
    body: assignmentPayloadSchema,
    response: assignmentSchema,
  },
  getReviewFigures: {
    summary: "What each reviewer decided, and how far reviewers agree.",
    query: z.object({ from: z.optional(instantSchema) }),
    response: reviewFiguresSchema,
  },
  reviseDataPoint: {
    summary:
      "Answer a request for change with new values, another position, other photos or a word; what is left out stays. It goes back to the queue as a further revision.",
    params: byUuid,
    body: revisionFieldsSchema,
    multipart: { file: "file", photosOfFields: true },
    status: 201,
    response: questDataPointSchema,
  },
  writeMessage: {
    summary: "Write to the reviewers of one's data point, or as a reviewer to its adventurer.",
    params: byUuid,
    body: messagePayloadSchema,
    status: 201,
    response: messageSchema,
  },
  listContributions: {
    summary: "What the adventurer gave, over all quests, the newest first, in parts.",
    params: byUsername,
    query: contributionQuerySchema,
    response: z.array(contributionSchema),
  },
  summarizeContributions: {
    summary: "How many of the adventurer's data points are in which state, and how many have news.",
    params: byUsername,
    response: contributionSummarySchema,
  },
  getContribution: {
    summary: "One's own data point with every decision, message and former revision.",
    params: byContribution,
    response: contributionDetailSchema,
  },
  seeContributions: {
    summary: "The adventurer has seen the news.",
    params: byUsername,
    body: seenPayloadSchema,
    status: 204,
  },
  getMailSettings: {
    summary: "Whether and where mails about one's data points go.",
    params: byUsername,
    response: mailSettingsSchema,
  },
  setMailSettings: {
    summary:
      "Switch mails about one's data points on or off; switching them on tries an address again that had failed.",
    params: byUsername,
    body: mailSettingsPayloadSchema,
    response: mailSettingsSchema,
  },
  endMails: {
    summary: "Switch mails about one's data points off, by the address in such a mail (RFC 8058).",
    params: z.object({ token: z.string().check(z.maxLength(512)) }),
    status: 204,
  },
  reviewSample: {
    summary: "Decide on a sample. Every decision is kept; the newest counts.",
    params: byUuid,
    body: reviewPayloadSchema,
    response: sampleDetailSchema,
  },
  listPoorGpsReports: {
    summary: "The poor GPS identifications, the newest first.",
    response: z.array(poorGpsReportSchema),
  },
  reportPoorGps: {
    summary: "Flag a poor GPS identification.",
    body: poorGpsReportPayloadSchema,
    status: 201,
    response: poorGpsReportSchema,
  },
  identifyPlant: {
    summary: "Identify the plant on one image; an error flag and a message where the service found none.",
    body: z.object({}),
    multipart: { file: "image" },
    status: 200,
    response: plantIdResponseSchema,
  },
  getMapTile: {
    summary: "A tile of the map, where the tile service is asked by the server.",
    params: byTile,
    produces: ["image/png", "image/jpeg", "image/webp"],
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
    body: organizationPayloadSchema,
    status: 201,
    response: organizationSchema,
  },
  updateOrganization: {
    summary: "Rename an organization, or change its e-mail address.",
    params: byId,
    body: organizationPayloadSchema,
    response: organizationSchema,
  },
  listApplications: {
    summary: "Who joined which quest and when, the newest first or sorted by a column.",
    query: applicationQuerySchema,
    response: z.array(applicationSchema),
  },
  listDatasets: {
    summary:
      "The quests with their counts of data points by review state, the newest quest first or sorted by a column.",
    query: datasetListQuerySchema,
    response: z.array(datasetSchema),
  },
  signExport: {
    summary: "An address at which a browser saves the quest's export by itself: for a short time, and without a token.",
    params: byId,
    query: datasetQuery,
    response: z.object({ address: z.string() }),
  },
  saveDataset: {
    summary: "The same as the export, at a signed address that expires.",
    params: byId,
    query: z.extend(datasetQuery, {
      expires: z.string().check(z.maxLength(20)),
      signature: z.string().check(z.maxLength(limits.shortTextLength)),
    }),
    produces: ["text/csv", "application/geo+json"],
  },
  exportDataset: {
    summary: "A quest's accepted data points as CSV or GeoJSON, streamed; or what their columns mean.",
    params: byId,
    query: datasetQuery,
    produces: ["text/csv", "application/geo+json"],
  },
  getSettings: {
    summary: "The configuration in force; no secret among it.",
    response: z.array(settingSchema),
  },
  getPhoto: {
    summary: "A photo, upright and without metadata, at a signed address that expires.",
    params: z.extend(byUuid, { variant: z.enum(photoVariants) }),
    query: z.object({ expires: z.string().check(z.maxLength(20)), signature: z.string().check(z.maxLength(200)) }),
    produces: "image/jpeg",
  },
  getClientConfiguration: {
    summary: "What the browser needs to know of this installation.",
    response: clientConfigurationSchema,
  },
} as const satisfies Record<RouteName, Shape>;

export type Calls = { [Name in RouteName]: (typeof routes)[Name] & (typeof shapes)[Name] };
export type CallName = RouteName;

/** Every call: its route joined with what it takes and answers. */
export const calls = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [name, { ...routes[name as RouteName], ...shape }]),
) as Calls;

/** What a handler receives, and what it answers. */
export type ParamsOf<C extends Call> = C["params"] extends Schema ? z.output<C["params"]> : undefined;
export type QueryOf<C extends Call> = C["query"] extends Schema ? z.output<C["query"]> : undefined;
export type BodyOf<C extends Call> = C["body"] extends Schema ? z.output<C["body"]> : undefined;
export type ResponseOf<C extends Call> = C["response"] extends Schema ? z.output<C["response"]> : undefined;
/** What a client sends. */
export type BodyInputOf<C extends Call> = C["body"] extends Schema ? z.input<C["body"]> : undefined;

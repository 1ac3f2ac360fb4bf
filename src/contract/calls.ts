import * as z from "zod/mini";
import * as entities from "./entities.ts";
import * as limits from "./limits.ts";
import { validationMessages } from "./messages.ts";

/**
 * Who may make a call. `self`: the adventurer whose username stands in the path. `signed_address`: whoever holds
 * the address, until it expires.
 */
export type Access =
  | "visitor"
  | "adventurer"
  | "self"
  | "admin"
  | "feature_tester"
  | "feature_tester_or_admin"
  | "signed_address";

type Schema = z.ZodMiniType;

/**
 * One call of the API. Paths are below `/api`, with parameters in braces; a trailing slash makes no difference.
 * `multipart` says that the body is a form: `body` then describes its text fields and `file` names its file part.
 * A call without `response` answers with no body (204), or with `produces` of another kind.
 */
export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  multipart?: { file: string };
  status?: 200 | 201 | 204;
  response?: Schema;
  produces?: string | readonly string[];
};

const defineCall = <const C extends Call>(call: C): C => call;

const byId = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), entities.idSchema)),
});
const byUsername = z.object({ username: entities.usernameSchema });
const byUsernameAndId = z.extend(byUsername, byId.shape);
const byUuid = z.object({ id: z.uuid() });

/** A number as a form or an address carries it: decimal text. */
const numericText = (message?: string) =>
  z.pipe(
    z
      .string(message === undefined ? undefined : { error: message })
      .check(
        z.regex(/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i, message === undefined ? "Expected number" : message),
      ),
    z.transform(Number),
  );
const numberField = (schema: z.ZodMiniType<number, number>, message?: string) => z.pipe(numericText(message), schema);
/** Forms send an empty field for "not given". */
const optionalField = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === "" || value === "null" ? undefined : value)),
    z.optional(schema),
  );

const limitQuery = numberField(z.int().check(z.minimum(1), z.maximum(limits.pageSize.max)));
const searchText = z.string().check(
  z.maxLength(limits.shortTextLength),
  z.refine<string>((value) => !value.includes("\u0000")),
);

/** `west,south,east,north` in degrees; west may exceed east across the antimeridian. */
const bboxQuery = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(limits.shortTextLength)),
    z.transform((value) => value.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)))),
  ),
  z.tuple([entities.longitudeSchema, entities.latitudeSchema, entities.longitudeSchema, entities.latitudeSchema]),
);
const nearQuery = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(limits.shortTextLength)),
    z.transform((value) => value.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)))),
  ),
  entities.coordinatesSchema,
);

export const questFilterSchema = z.object({
  /** Matches name, description, organization and place, ignoring case and accents. */
  q: z.optional(searchText),
  type: z.optional(entities.questTypeSchema),
  status: z.optional(entities.questStatusSchema),
  bbox: z.optional(bboxQuery),
  /** `lat,lon`: the nearest first. */
  near: z.optional(nearQuery),
  limit: z.optional(limitQuery),
  /** From the `Link` header of the part before. */
  after: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
});
export type QuestFilter = z.infer<typeof questFilterSchema>;

/** One quest on a map: its first place. Ours. */
export const questMarkerSchema = z.object({
  id: entities.idSchema,
  quest_name: z.string(),
  quest_type: entities.questTypeSchema,
  coordinates: entities.coordinatesSchema,
});
export type QuestMarker = z.infer<typeof questMarkerSchema>;

/** The text fields of an upload, as the form carries them. The last five are ours. */
export const uploadFieldsSchema = z.object({
  tree_width: numberField(
    z.number().check(z.minimum(limits.treeWidthCm.min), z.maximum(limits.treeWidthCm.max)),
    validationMessages.treeWidthRequired,
  ),
  latitude: numberField(entities.latitudeSchema),
  longitude: numberField(entities.longitudeSchema),
  user_supplied_latitude: optionalField(numberField(entities.latitudeSchema)),
  user_supplied_longitude: optionalField(numberField(entities.longitudeSchema)),
  /** Made by the client: sending it again answers with the same data point. */
  id: optionalField(z.uuid()),
  /** Radius of the fix in metres. */
  accuracy: optionalField(numberField(z.number().check(z.minimum(0), z.maximum(50_000_000)))),
  /** When the position was fixed. */
  fixed_at: optionalField(entities.instantSchema),
  position_source: optionalField(entities.positionSourceSchema),
  /** Of the file, in hexadecimal: other bytes are refused. */
  sha256: optionalField(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))),
});
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

export const reviewPayloadSchema = z.object({
  decision: entities.reviewDecisionSchema,
  comment: z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(limits.commentLength),
        z.refine<string>((value) => !value.includes("\u0000")),
      ),
    ),
  ),
});
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

export const sampleStates = ["pending", ...entities.reviewDecisions] as const;
export type SampleState = (typeof sampleStates)[number];

/** One row of the sample review. Ours. */
export const sampleRowSchema = z.object({
  id: z.uuid(),
  quest_id: entities.idSchema,
  quest_name: z.string(),
  coordinates: z.nullable(z.string()),
  adventurer_id: z.nullable(z.string()),
  created_at: z.string(),
  state: z.enum(sampleStates),
  thumbnail_presigned_url: z.nullable(z.string()),
});
export type SampleRow = z.infer<typeof sampleRowSchema>;

/** What the browser needs to know of this installation; no secret among it. Ours. */
export const clientConfigurationSchema = z.object({
  oidc: z.object({
    issuer: z.string(),
    client_id: z.string(),
    audience: z.nullable(z.string()),
    scopes: z.string(),
    redirect_uri: z.string(),
    sign_out_uri: z.string(),
    groups_claim: z.string(),
    username_claim: z.string(),
    logout_style: z.enum(["oidc", "cognito"]),
    logout_url: z.nullable(z.string()),
  }),
  /** With `{z}`, `{x}` and `{y}`. */
  tile_url: z.string(),
  tile_attribution: z.string(),
  /** With `{lat}` and `{lon}`; our own picture where null. */
  static_map_url: z.nullable(z.string()),
  plant_id_configured: z.boolean(),
});
export type ClientConfiguration = z.infer<typeof clientConfigurationSchema>;

const partQuery = z.object({
  limit: z.optional(limitQuery),
  after: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
});

/** One adventurer's joining of one quest. Ours. */
export const applicationSchema = z.object({
  quest_id: entities.idSchema,
  quest_name: z.string(),
  adventurer_id: z.string(),
  status: z.string(),
  joined_at: z.string(),
  completed_at: z.nullable(z.string()),
});
export type Application = z.infer<typeof applicationSchema>;

/** A quest's data points, counted by review state. Ours. */
export const datasetSchema = z.object({
  quest_id: entities.idSchema,
  quest_name: z.string(),
  quest_type: entities.questTypeSchema,
  quest_status: entities.questStatusSchema,
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
});
export type Dataset = z.infer<typeof datasetSchema>;

/** One setting in force, in words. Ours. */
export const settingSchema = z.object({ name: z.string(), value: z.string() });
export type Setting = z.infer<typeof settingSchema>;

export const photoVariants = ["display", "thumbnail"] as const;
export type PhotoVariant = (typeof photoVariants)[number];

export const calls = {
  listQuests: defineCall({
    method: "GET",
    path: "/quests",
    summary: "The quest list for non-admins; filtered and in parts where parameters ask for it.",
    access: "visitor",
    query: questFilterSchema,
    response: z.array(entities.questSchema),
  }),
  listQuestMarkers: defineCall({
    method: "GET",
    path: "/quests/markers",
    summary: "Where the quests of the list are.",
    access: "visitor",
    query: z.pick(questFilterSchema, { q: true, type: true, status: true, bbox: true }),
    response: z.array(questMarkerSchema),
  }),
  getQuest: defineCall({
    method: "GET",
    path: "/quests/{id}",
    summary: "One quest.",
    access: "visitor",
    params: byId,
    response: entities.questSchema,
  }),
  listAdminQuests: defineCall({
    method: "GET",
    path: "/admin/quests",
    summary: "The quest list for admins, drafts and data points included.",
    access: "admin",
    response: z.array(entities.questSchema),
  }),
  createQuest: defineCall({
    method: "POST",
    path: "/quests",
    summary: "Create a quest.",
    access: "admin",
    body: entities.questFormPayloadSchema,
    status: 201,
    response: entities.questSchema,
  }),
  updateQuest: defineCall({
    method: "PUT",
    path: "/quests/{id}",
    summary: "Update a quest. Locations that are not named stay; they are deleted by a call of their own.",
    access: "admin",
    params: byId,
    body: entities.questFormPayloadSchema,
    response: entities.questSchema,
  }),
  deleteQuestLocations: defineCall({
    method: "DELETE",
    path: "/quests/locations",
    summary: "Delete locations, by a list of their ids. A quest keeps at least one.",
    access: "admin",
    body: z.array(entities.idSchema).check(z.minLength(1), z.maxLength(limits.questLocationCount.max)),
    status: 204,
  }),
  listOrganizations: defineCall({
    method: "GET",
    path: "/organizations",
    summary: "The organizations.",
    access: "admin",
    response: z.array(entities.organizationSchema),
  }),
  listAdventurerQuests: defineCall({
    method: "GET",
    path: "/adventurers/{username}/quests",
    summary: "The quests that the adventurer has joined.",
    access: "self",
    params: byUsername,
    response: z.array(entities.adventurerQuestSchema),
  }),
  getAdventurerQuest: defineCall({
    method: "GET",
    path: "/adventurers/{username}/quests/{id}",
    summary: "The adventurer's record of one quest; code `not_joined` where there is none.",
    access: "self",
    params: byUsernameAndId,
    response: entities.adventurerQuestSchema,
  }),
  joinQuest: defineCall({
    method: "POST",
    path: "/adventurers/{username}/quests/{id}/sign-up",
    summary: "Join a quest. Joining twice is harmless.",
    access: "self",
    params: byUsernameAndId,
    response: entities.adventurerQuestSchema,
  }),
  updateAdventurerQuest: defineCall({
    method: "PATCH",
    path: "/adventurers/{username}/quests/{id}",
    summary: "Complete a quest: the record with status `completed`. Completing twice is harmless.",
    access: "self",
    params: byUsernameAndId,
    body: z.object({ status: z.literal("completed"), quest_id: z.optional(entities.idSchema) }),
    response: entities.adventurerQuestSchema,
  }),
  listDataPoints: defineCall({
    method: "GET",
    path: "/adventurers/{username}/quests/{id}/data",
    summary: "The adventurer's data points of one quest, the oldest first.",
    access: "self",
    params: byUsernameAndId,
    response: z.array(entities.questDataPointSchema),
  }),
  uploadDataPoint: defineCall({
    method: "POST",
    path: "/adventurers/{username}/quests/{id}/data/uploads",
    summary: "Upload a data point: measurement, position and photo. Sending the same `id` again is harmless.",
    access: "self",
    params: byUsernameAndId,
    query: z.object({ data_type: z._default(z.literal("image"), "image") }),
    body: uploadFieldsSchema,
    multipart: { file: "file" },
    status: 201,
    response: entities.questDataPointSchema,
  }),
  getSample: defineCall({
    method: "GET",
    path: "/quest_data/{id}",
    summary: "One sample, with its quest and its adventurer.",
    access: "admin",
    params: byUuid,
    response: entities.sampleDetailSchema,
  }),
  listSamples: defineCall({
    method: "GET",
    path: "/admin/samples",
    summary: "The samples of every quest by review state, the oldest first.",
    access: "admin",
    query: z.object({
      state: z._default(z.enum(sampleStates), "pending"),
      quest_id: z.optional(byId.shape.id),
      limit: z.optional(limitQuery),
      after: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
    }),
    response: z.array(sampleRowSchema),
  }),
  reviewSample: defineCall({
    method: "PUT",
    path: "/quest_data/{id}/review",
    summary: "Decide on a sample. Every decision is kept; the newest counts.",
    access: "admin",
    params: byUuid,
    body: reviewPayloadSchema,
    response: entities.sampleDetailSchema,
  }),
  listPoorGpsReports: defineCall({
    method: "GET",
    path: "/test_feature_test_gps",
    summary: "The poor GPS identifications, the newest first.",
    access: "feature_tester_or_admin",
    response: z.array(entities.poorGpsReportSchema),
  }),
  reportPoorGps: defineCall({
    method: "POST",
    path: "/test_feature_test_gps",
    summary: "Flag a poor GPS identification.",
    access: "feature_tester",
    body: entities.poorGpsReportPayloadSchema,
    status: 201,
    response: entities.poorGpsReportSchema,
  }),
  identifyPlant: defineCall({
    method: "POST",
    path: "/plant_id",
    summary: "Identify the plant on one image; an error flag and a message where the service found none.",
    access: "feature_tester",
    body: z.object({}),
    multipart: { file: "image" },
    status: 200,
    response: entities.plantIdResponseSchema,
  }),
  getStaticMap: defineCall({
    method: "GET",
    path: "/static_map",
    summary: "A map of 400 by 400 pixels with a pin.",
    access: "visitor",
    query: z.object({
      coordinates: nearQuery,
      zoom: z.optional(numberField(z.int().check(z.minimum(1), z.maximum(18)))),
    }),
    produces: "image/png",
  }),
  createOrganization: defineCall({
    method: "POST",
    path: "/organizations",
    summary: "Create an organization.",
    access: "admin",
    body: entities.organizationPayloadSchema,
    status: 201,
    response: entities.organizationSchema,
  }),
  updateOrganization: defineCall({
    method: "PUT",
    path: "/organizations/{id}",
    summary: "Rename an organization, or change its e-mail address.",
    access: "admin",
    params: byId,
    body: entities.organizationPayloadSchema,
    response: entities.organizationSchema,
  }),
  listApplications: defineCall({
    method: "GET",
    path: "/admin/applications",
    summary: "Who joined which quest and when, the newest first.",
    access: "admin",
    query: partQuery,
    response: z.array(applicationSchema),
  }),
  listDatasets: defineCall({
    method: "GET",
    path: "/admin/datasets",
    summary: "The quests with their counts of data points by review state.",
    access: "admin",
    query: partQuery,
    response: z.array(datasetSchema),
  }),
  exportDataset: defineCall({
    method: "GET",
    path: "/admin/datasets/{id}/export",
    summary: "A quest's accepted data points as CSV or GeoJSON, streamed.",
    access: "admin",
    params: byId,
    query: z.object({ format: z.enum(["csv", "geojson"]) }),
    produces: ["text/csv", "application/geo+json"],
  }),
  getSettings: defineCall({
    method: "GET",
    path: "/admin/settings",
    summary: "The configuration in force; no secret among it.",
    access: "admin",
    response: z.array(settingSchema),
  }),
  getPhoto: defineCall({
    method: "GET",
    path: "/photos/{id}/{variant}",
    summary: "A photo, upright and without metadata, at a signed address that expires.",
    access: "signed_address",
    params: z.object({ id: z.uuid(), variant: z.enum(photoVariants) }),
    query: z.object({ expires: z.string().check(z.maxLength(20)), signature: z.string().check(z.maxLength(200)) }),
    produces: "image/jpeg",
  }),
  getClientConfiguration: defineCall({
    method: "GET",
    path: "/config",
    summary: "What the browser needs to know of this installation.",
    access: "visitor",
    response: clientConfigurationSchema,
  }),
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** What a handler receives, and what it answers. */
export type ParamsOf<C extends Call> = C["params"] extends Schema ? z.output<C["params"]> : undefined;
export type QueryOf<C extends Call> = C["query"] extends Schema ? z.output<C["query"]> : undefined;
export type BodyOf<C extends Call> = C["body"] extends Schema ? z.output<C["body"]> : undefined;
export type ResponseOf<C extends Call> = C["response"] extends Schema ? z.output<C["response"]> : undefined;
/** What a client sends. */
export type BodyInputOf<C extends Call> = C["body"] extends Schema ? z.input<C["body"]> : undefined;

import * as z from "zod/mini";
import { fileKinds } from "../protocol/field.ts";
import { numberField, optionalField } from "../protocol/form-text.ts";
import { fileCountMax } from "../protocol/protocol-limits.ts";
import { recordOf } from "../protocol/record-of.ts";
import { JsonBoundError, jsonDepthMax, jsonValuesMax, parseBoundedJson } from "./bounded-json.ts";
import { call } from "./call.ts";
import { positionSources } from "./enums.ts";
import { plantIdDataSchema } from "./field-tests.ts";
import { fixCountMax, measurementsBytesMax, messageLength, spacingReasonLength } from "./limits.ts";
import { byDataPointOfAdventurer, byUsernameAndId, byUuid, partQuery } from "./request-fields.ts";
import { reviewSchema } from "./reviews.ts";
import { idSchema, instantSchema, latitudeSchema, longitudeSchema, text, trimmedText } from "./scalars.ts";
import { stationNameSchema } from "./stations.ts";

const positionSourceSchema = z.enum(positionSources);
/** Radius in metres. */
const accuracySchema = z.number().check(z.minimum(0), z.maximum(50_000_000));
/** A hundred years: a clock that lost its battery may show 1970. */
const clockOffsetSecondsMax = 3_155_760_000;

/** Values of the protocol's fields, by key. */
export const additionalDataSchema = z.looseObject({
  tree_width: z.optional(z.number()),
  user_supplied_latitude: z.optional(z.nullable(z.number())),
  user_supplied_longitude: z.optional(z.nullable(z.number())),
  plant_id_data: z.optional(z.nullable(plantIdDataSchema)),
});
export type AdditionalData = z.infer<typeof additionalDataSchema>;

/** A reported position in degrees (WGS 84), with its radius in metres if known, and its source. */
export const fixSchema = z.object({
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  accuracy: z.nullable(accuracySchema),
  /** By the device's clock. */
  fixed_at: z.nullable(instantSchema),
  source: positionSourceSchema,
});
export type WrittenFix = z.infer<typeof fixSchema>;

/** One photo of a data point. The data point's own photo has the key `file`, others the key of their field. */
export const dataPointPhotoSchema = z.object({
  key: z.string(),
  image_data_presigned_url: z.string(),
  thumbnail_presigned_url: z.string(),
  sha256: z.string(),
  /** When decoding the photo failed; omitted if it works. */
  unreadable_at: z.optional(z.string()),
});
export type DataPointPhoto = z.infer<typeof dataPointPhotoSchema>;

/** A file of a field that is no photo. */
export const dataPointFileSchema = z.object({
  /** The path of its field's answer. */
  key: z.string(),
  kind: z.enum(fileKinds),
  /** A signed, expiring address. PDFs are downloaded, never shown. */
  url: z.string(),
  /** The type that its bytes show, whatever the phone said. */
  media_type: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  /** Length of a recording, if known. */
  seconds: z.optional(z.number()),
  /** When no copy without metadata could be made of a recording, which isn't public then; omitted otherwise. */
  copy_failed_at: z.optional(z.string()),
});
export type DataPointFile = z.infer<typeof dataPointFileSchema>;

export const questDataPointSchema = z.object({
  id: z.uuid(),
  /** Same as `image_data_presigned_url`: anyone who may read the data point can open it. */
  data_url: z.nullable(z.string()),
  data_type: z.string(),
  /** `"lat,lon"` in degrees. */
  coordinates: z.nullable(z.string()),
  adventurer_id: z.nullable(z.string()),
  quest_id: z.nullable(idSchema),
  additional_data: z.nullable(additionalDataSchema),
  /** A signed, expiring address of the photo: upright, at most 1600 px, without metadata. */
  image_data_presigned_url: z.nullable(z.string()),
  /** The remaining fields are not in the specification. A thumbnail of the photo. */
  thumbnail_presigned_url: z.nullable(z.string()),
  /** Radius of the fix in metres, if known. */
  accuracy: z.nullable(z.number()),
  fixed_at: z.nullable(z.string()),
  position_source: positionSourceSchema,
  sha256: z.nullable(z.string()),
  created_at: z.string(),
  review: z.nullable(reviewSchema),
  /** The protocol version it was measured under; null for the specification's form. */
  protocol_version: z.nullable(z.int()),
  /** In the protocol's order; `image_data_presigned_url` belongs to the first. */
  photos: z.array(dataPointPhotoSchema),
  /** Files of fields that are no photos, in the protocol's order; omitted without any. */
  files: z.optional(z.array(dataPointFileSchema)),
  /** When it was measured, by the corrected device clock; null if unknown. */
  captured_at: z.nullable(z.string()),
  /** Whether it arrived after the quest or participation ended, but was measured before. */
  late: z.boolean(),
  /** When its volunteer last edited it after upload. */
  edited_at: z.nullable(z.string()),
  /** 1 for the first upload, plus one for each answer to a change request. */
  revision: z.int(),
  /** Position in the volunteer's data points of the quest, in order of arrival, from 1; only in paged lists. */
  number: z.optional(z.int()),
  /** Where it was measured; omitted without one. */
  station: z.optional(stationNameSchema),
});
export type QuestDataPoint = z.infer<typeof questDataPointSchema>;

/**
 * Summary of a volunteer's data points in one quest: totals for paged lists, positions for the map and the spacing
 * check.
 */
export const dataPointSummarySchema = z.object({
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
  /** Protocol versions in use, without the specification's form. */
  protocol_versions: z.array(z.int()),
  /** Number of the first entry in `places`: 1, unless there are more than `ownPlacesMax`. */
  first_number: z.int(),
  /**
   * Lists in order of number, without gaps: latitude and longitude to 0.1 m; radius in metres; whether it was denied.
   */
  places: z.array(z.tuple([z.number(), z.number(), z.nullable(z.number()), z.boolean()])),
});
export type DataPointSummary = z.infer<typeof dataPointSummarySchema>;

export const sha256Text = z.string().check(z.regex(/^[0-9a-fA-F]{64}$/));

const json = z.pipe(
  z.string(),
  z.transform((text, context) => {
    try {
      return parseBoundedJson(text, { length: measurementsBytesMax, depth: jsonDepthMax, values: jsonValuesMax });
    } catch (error) {
      const sentence = error instanceof JsonBoundError ? "validation.request.jsonTooMuch" : "validation.request.json";
      context.issues.push({ code: "custom", input: text, params: { text: sentence } });
      return z.NEVER;
    }
  }),
);

/** The text fields of an upload form. Files of fields also send `sha256:KEY`. */
export const uploadFieldsSchema = z.object({
  /** If the protocol asks for it; `measurements` may hold it instead. */
  tree_width: optionalField(numberField(z.number(), "validation.treeWidthRequired")),
  user_supplied_latitude: optionalField(numberField(latitudeSchema)),
  user_supplied_longitude: optionalField(numberField(longitudeSchema)),
  latitude: numberField(latitudeSchema),
  longitude: numberField(longitudeSchema),
  /**
   * The remaining fields are not in the specification. Client-generated: sending it again returns the same data point.
   */
  id: optionalField(z.uuid()),
  /** Radius of the fix in metres. */
  accuracy: optionalField(numberField(accuracySchema)),
  fixed_at: optionalField(instantSchema),
  position_source: optionalField(positionSourceSchema),
  /** The file's hash, in hexadecimal; a mismatch is rejected. */
  sha256: optionalField(sha256Text),
  /** Values by field key. */
  measurements: optionalField(z.pipe(json, z.record(z.string(), z.unknown()))),
  /** Protocol version; 0 is the specification's form. Defaults to the quest's newest. */
  protocol_version: optionalField(numberField(z.int().check(z.minimum(0), z.maximum(999_999)))),
  /** When it was measured, by the device's clock. */
  captured_at: optionalField(instantSchema),
  /** Seconds the device's clock is behind the server's, as the device measured it. */
  clock_offset: optionalField(
    numberField(z.number().check(z.minimum(-clockOffsetSecondsMax), z.maximum(clockOffsetSecondsMax))),
  ),
  /** Fixes seen during the measurement. */
  fixes: optionalField(z.pipe(json, z.array(fixSchema).check(z.maxLength(fixCountMax)))),
  /** Why it is closer to another data point than the protocol allows. */
  spacing_reason: optionalField(text(1, spacingReasonLength)),
  /** A station of the quest. */
  station_id: optionalField(numberField(idSchema)),
});

/** The former path of each photo or other file in a row, by its new path: `{"birds.0.picture":"birds.1.picture"}`. */
const photosFromSchema = recordOf(z.string(), z.string(), fileCountMax);

/** An answer to a change request: an upload in which omitted fields stay unchanged. */
export const revisionFieldsSchema = z.extend(z.omit(uploadFieldsSchema, { station_id: true }), {
  latitude: optionalField(numberField(latitudeSchema)),
  longitude: optionalField(numberField(longitudeSchema)),
  message: optionalField(text(messageLength.min, messageLength.max)),
  /** Files whose rows have other places now; the others stay with their path, if it still exists. */
  photos_from: optionalField(z.pipe(json, photosFromSchema)),
});
export type RevisionFields = z.infer<typeof revisionFieldsSchema>;

/** An earlier revision of a data point. */
export const formerRevisionSchema = z.object({
  revision: z.int(),
  created_at: z.string(),
  coordinates: z.string(),
  accuracy: z.nullable(z.number()),
  position_source: positionSourceSchema,
  captured_at: z.nullable(z.string()),
  protocol_version: z.nullable(z.int()),
  additional_data: additionalDataSchema,
  photos: z.array(dataPointPhotoSchema),
  files: z.optional(z.array(dataPointFileSchema)),
});
export type FormerRevision = z.infer<typeof formerRevisionSchema>;

/** One message in the thread of a data point. */
export const messageSchema = z.object({
  id: z.int(),
  author: z.string(),
  /** Whether the author wrote as a reviewer rather than as the volunteer. */
  is_reviewer: z.boolean(),
  text: z.string(),
  /** The data point's revision when the message was written. */
  revision: z.int(),
  written_at: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

export const messagePayloadSchema = z.object({
  text: trimmedText(messageLength.min, messageLength.max),
  /** Client-generated: sending it again returns the same message. */
  id: z.optional(z.uuid()),
});

/** An edit of an uploaded, unreviewed data point. Omitted fields stay unchanged. */
export const dataPointEditSchema = z.object({
  /** All values by key, as in an upload; omitted values are removed. */
  measurements: z.optional(z.record(z.string(), z.unknown())),
  /** Names files whose rows have other places in `measurements`; the others stay with their path. */
  photos_from: z.optional(photosFromSchema),
  position: z.optional(
    z.object({
      latitude: latitudeSchema,
      longitude: longitudeSchema,
      accuracy: z.nullable(accuracySchema),
      position_source: positionSourceSchema,
    }),
  ),
});
export type DataPointEdit = z.infer<typeof dataPointEditSchema>;

/** How a data point was captured, for reviewers. */
export const captureSchema = z.object({
  fixes: z.array(fixSchema),
  /** By the device's clock. */
  captured_at_device: z.nullable(z.string()),
  /** What clocks at the place showed, with their offset: `2026-05-31T14:05+02:00`. */
  captured_at_place: z.nullable(z.string()),
  clock_offset: z.nullable(z.number()),
  spacing_reason: z.nullable(z.string()),
  /** If it is late: when the quest or participation ended. */
  ended_at: z.nullable(z.string()),
});

/** A data point before its volunteer edited it. */
export const dataPointChangeSchema = z.object({
  changed_at: z.string(),
  coordinates: z.string(),
  accuracy: z.nullable(z.number()),
  position_source: positionSourceSchema,
  additional_data: additionalDataSchema,
});
export type DataPointChange = z.infer<typeof dataPointChangeSchema>;

/** The fields that hold the measured values, and the others. */
const measured = { tree_width: true, measurements: true, protocol_version: true } as const;
export const measuredFieldsSchema = z.pick(uploadFieldsSchema, measured);
export type MeasuredFields = z.infer<typeof measuredFieldsSchema>;
export const uploadFactsSchema = z.omit(uploadFieldsSchema, measured);
/** When it was measured. */
export const uploadMomentSchema = z.pick(uploadFieldsSchema, { captured_at: true, clock_offset: true });
export type UploadFacts = z.infer<typeof uploadFactsSchema>;
export const revisionFactsSchema = z.omit(revisionFieldsSchema, measured);
export type RevisionFacts = Omit<z.infer<typeof revisionFactsSchema>, "message" | "photos_from">;

export const dataPointCalls = {
  listDataPoints: call("GET", "/adventurers/{username}/quests/{id}/data", "self", {
    keptOffline: "newest",
    summary:
      "The volunteer's data points of one quest, oldest first; with `limit` or `after`, newest first and in pages.",
    params: byUsernameAndId,
    query: partQuery,
    response: z.array(questDataPointSchema),
  }),
  summarizeDataPoints: call("GET", "/adventurers/{username}/quests/{id}/data/summary", "self", {
    keptOffline: "newest",
    summary: "The number of the volunteer's data points of one quest by state, and their positions.",
    params: byUsernameAndId,
    response: dataPointSummarySchema,
  }),
  uploadDataPoint: call("POST", "/adventurers/{username}/quests/{id}/data/uploads", "self", {
    cost: "upload",
    summary:
      "Upload a data point: measurements, position and photos (photos and other files of fields as `photo:KEY`, `audio:KEY`, `file:KEY`). Sending the same `id` again is harmless.",
    params: byUsernameAndId,
    query: z.object({ data_type: z._default(z.literal("image"), "image") }),
    body: uploadFieldsSchema,
    multipart: { file: "file", filesOfFields: true },
    status: 201,
    response: questDataPointSchema,
  }),
  editDataPoint: call("PUT", "/adventurers/{username}/quests/{id}/data/{data_point_id}", "self", {
    summary: "Edit your own data point before it is reviewed; earlier versions are kept.",
    params: byDataPointOfAdventurer,
    body: dataPointEditSchema,
    response: questDataPointSchema,
  }),
  deleteDataPoint: call("DELETE", "/adventurers/{username}/quests/{id}/data/{data_point_id}", "self", {
    summary:
      "Delete your own data point before it is reviewed. Later uploads with this id are rejected, even if none had arrived.",
    params: byDataPointOfAdventurer,
    status: 204,
  }),
  reviseDataPoint: call("POST", "/quest_data/{id}/revisions", "signed_in", {
    cost: "upload",
    summary:
      "Answer a change request with new values, another position, other photos or a message; anything left out stays. The data point returns to the queue as a new revision.",
    params: byUuid,
    body: revisionFieldsSchema,
    multipart: { file: "file", filesOfFields: true },
    status: 201,
    response: questDataPointSchema,
  }),
  writeMessage: call("POST", "/quest_data/{id}/messages", "signed_in", {
    summary: "Write to the reviewers of your data point, or as a reviewer to its volunteer.",
    params: byUuid,
    body: messagePayloadSchema,
    status: 201,
    response: messageSchema,
  }),
};

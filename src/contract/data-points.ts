import * as z from "zod/mini";
import { numberField, optionalField } from "../protocol/form-text.ts";
import { JsonBoundError, jsonDepthMax, jsonValuesMax, parseBoundedJson } from "./bounded-json.ts";
import { positionSources } from "./enums.ts";
import { fixCountMax, measurementsBytesMax, messageLength, spacingReasonLength } from "./limits.ts";
import { plantIdDataSchema } from "./plant-identification.ts";
import { reviewSchema } from "./reviews.ts";
import { idSchema, instantSchema, latitudeSchema, longitudeSchema, text } from "./scalars.ts";

const positionSourceSchema = z.enum(positionSources);
/** Radius in metres. */
const accuracySchema = z.number().check(z.minimum(0), z.maximum(50_000_000));
/** Twenty years. */
const clockOffsetSecondsMax = 631_152_000;

/** The values that the protocol asked for, by key. */
export const additionalDataSchema = z.looseObject({
  tree_width: z.optional(z.number()),
  user_supplied_latitude: z.optional(z.nullable(z.number())),
  user_supplied_longitude: z.optional(z.nullable(z.number())),
  plant_id_data: z.optional(z.nullable(plantIdDataSchema)),
});
export type AdditionalData = z.infer<typeof additionalDataSchema>;

/** A position as it was given: degrees (WGS 84), its radius in metres where that is known, and where it comes from. */
export const fixSchema = z.object({
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  accuracy: z.nullable(accuracySchema),
  /** By the clock of the device. */
  fixed_at: z.nullable(instantSchema),
  source: positionSourceSchema,
});
export type WrittenFix = z.infer<typeof fixSchema>;

/** One photo of a data point: that of the point itself has the key `file`, others that of the field that asked for it. */
export const dataPointPhotoSchema = z.object({
  key: z.string(),
  image_data_presigned_url: z.string(),
  thumbnail_presigned_url: z.string(),
  sha256: z.string(),
  /** When it was found that no picture can be made of it; left out where one can. */
  unreadable_at: z.optional(z.string()),
});
export type DataPointPhoto = z.infer<typeof dataPointPhotoSchema>;

export const questDataPointSchema = z.object({
  id: z.uuid(),
  /** The same address as `image_data_presigned_url`: whoever may read the data point can open it. */
  data_url: z.nullable(z.string()),
  data_type: z.string(),
  /** `"lat,lon"` in degrees. */
  coordinates: z.nullable(z.string()),
  adventurer_id: z.nullable(z.string()),
  quest_id: z.nullable(idSchema),
  additional_data: z.nullable(additionalDataSchema),
  /** A signed address that expires: the picture upright, at most 1600 px, without metadata. */
  image_data_presigned_url: z.nullable(z.string()),
  /** The rest is ours. The same picture, small. */
  thumbnail_presigned_url: z.nullable(z.string()),
  /** Radius of the fix in metres, where it is known. */
  accuracy: z.nullable(z.number()),
  fixed_at: z.nullable(z.string()),
  position_source: positionSourceSchema,
  sha256: z.nullable(z.string()),
  created_at: z.string(),
  review: z.nullable(reviewSchema),
  /** The version of the quest's protocol that it was measured under; null: the specification's form. */
  protocol_version: z.nullable(z.int()),
  /** In the protocol's order; `image_data_presigned_url` is the first one's. */
  photos: z.array(dataPointPhotoSchema),
  /** When it was measured, by the device's clock as far as that could be set right; null where nobody said. */
  captured_at: z.nullable(z.string()),
  /** Whether it arrived when the quest or the participation had ended, and was taken because it was measured before. */
  late: z.boolean(),
  /** When its adventurer last changed it after it had arrived. */
  edited_at: z.nullable(z.string()),
  /** 1 as it was first sent; one more with every answer to a request for change. */
  revision: z.int(),
  /** Among the adventurer's data points of the quest as they arrived, from 1; only where a part of them was asked for. */
  number: z.optional(z.int()),
});
export type QuestDataPoint = z.infer<typeof questDataPointSchema>;

/**
 * All of an adventurer's data points of one quest in short, so that a list in parts can say how many there are, a map can show
 * where, and the next one can be kept away from them.
 */
export const dataPointSummarySchema = z.object({
  pending: z.int(),
  accepted: z.int(),
  denied: z.int(),
  change_requested: z.int(),
  /** Versions that they were measured under; those of the specification's form are not among them. */
  protocol_versions: z.array(z.int()),
  /** The number of the first of `places`: 1, unless there are more than `ownPlacesMax`. */
  first_number: z.int(),
  /** In the order of their numbers, none left out: degrees, to a tenth of a metre; metres; whether it was denied. */
  places: z.array(z.tuple([z.number(), z.number(), z.nullable(z.number()), z.boolean()])),
});
export type DataPointSummary = z.infer<typeof dataPointSummarySchema>;

export const sha256Text = z.string().check(z.regex(/^[0-9a-fA-F]{64}$/));

/** Text of JSON, read. */
const json = z.pipe(
  z.string(),
  z.transform((text, context) => {
    try {
      return parseBoundedJson(text, { length: measurementsBytesMax, depth: jsonDepthMax, values: jsonValuesMax });
    } catch (error) {
      const sentence = error instanceof JsonBoundError ? "validation.jsonTooMuch" : "validation.json";
      context.issues.push({ code: "custom", input: text, params: { text: sentence } });
      return z.NEVER;
    }
  }),
);

/** The text fields of an upload, as the form carries them; beside them, `sha256:KEY` for the photo of a field. */
export const uploadFieldsSchema = z.object({
  /** Where the protocol asks for it; `measurements` may hold it instead. */
  tree_width: optionalField(numberField(z.number(), "validation.treeWidthRequired")),
  user_supplied_latitude: optionalField(numberField(latitudeSchema)),
  user_supplied_longitude: optionalField(numberField(longitudeSchema)),
  latitude: numberField(latitudeSchema),
  longitude: numberField(longitudeSchema),
  /** The rest is ours. Made by the client: sending it again answers with the same data point. */
  id: optionalField(z.uuid()),
  /** Radius of the fix in metres. */
  accuracy: optionalField(numberField(accuracySchema)),
  /** When the position was fixed. */
  fixed_at: optionalField(instantSchema),
  position_source: optionalField(positionSourceSchema),
  /** Of the file, in hexadecimal: other bytes are refused. */
  sha256: optionalField(sha256Text),
  /** The values by the keys of the protocol's fields. */
  measurements: optionalField(z.pipe(json, z.record(z.string(), z.unknown()))),
  /** The version that was measured under; 0: the specification's form. Without it, the quest's newest. */
  protocol_version: optionalField(numberField(z.int().check(z.minimum(0), z.maximum(999_999)))),
  /** When it was measured, by the device's clock. */
  captured_at: optionalField(instantSchema),
  /** Seconds by which the device's clock goes behind the server's, as it found out itself. */
  clock_offset: optionalField(
    numberField(z.number().check(z.minimum(-clockOffsetSecondsMax), z.maximum(clockOffsetSecondsMax))),
  ),
  /** The fixes that were seen while it was measured. */
  fixes: optionalField(z.pipe(json, z.array(fixSchema).check(z.maxLength(fixCountMax)))),
  /** Why it stands nearer to another one than the protocol asks for. */
  spacing_reason: optionalField(text(1, spacingReasonLength)),
});

/** An answer to a request for change: an upload of which everything may be left out; what is left out stays as it was. */
export const revisionFieldsSchema = z.extend(uploadFieldsSchema, {
  latitude: optionalField(numberField(latitudeSchema)),
  longitude: optionalField(numberField(longitudeSchema)),
  /** A word to the reviewers. */
  message: optionalField(text(messageLength.min, messageLength.max)),
});
export type RevisionFields = z.infer<typeof revisionFieldsSchema>;

/** A data point as one of its former revisions had it. */
export const formerRevisionSchema = z.object({
  revision: z.int(),
  /** When it arrived. */
  created_at: z.string(),
  coordinates: z.string(),
  accuracy: z.nullable(z.number()),
  position_source: positionSourceSchema,
  captured_at: z.nullable(z.string()),
  protocol_version: z.nullable(z.int()),
  additional_data: additionalDataSchema,
  photos: z.array(dataPointPhotoSchema),
});
export type FormerRevision = z.infer<typeof formerRevisionSchema>;

/** One message of the thread of a data point. */
export const messageSchema = z.object({
  id: z.int(),
  author: z.string(),
  /** Whether the author wrote as a reviewer, and not as the adventurer whose data point it is. */
  is_reviewer: z.boolean(),
  text: z.string(),
  /** Of the data point, when it was written. */
  revision: z.int(),
  written_at: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

export const messagePayloadSchema = z.object({
  text: text(messageLength.min, messageLength.max),
  /** Made by the client: sending it again answers with the same message. */
  id: z.optional(z.uuid()),
});

/** A change of a data point that has arrived and that nobody has reviewed. What is left out stays. */
export const dataPointEditSchema = z.object({
  /** All values by key, as an upload has them; those that are left out are given no more. */
  measurements: z.optional(z.record(z.string(), z.unknown())),
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

/** What a reviewer sees of how a data point came to be. */
export const captureSchema = z.object({
  fixes: z.array(fixSchema),
  /** As the device's clock had it. */
  captured_at_device: z.nullable(z.string()),
  clock_offset: z.nullable(z.number()),
  spacing_reason: z.nullable(z.string()),
  /** Of one that is late: since when the quest, or the participation, had ended when it arrived. */
  ended_at: z.nullable(z.string()),
});

/** A data point as it was before its adventurer changed it. */
export const dataPointChangeSchema = z.object({
  changed_at: z.string(),
  coordinates: z.string(),
  accuracy: z.nullable(z.number()),
  position_source: positionSourceSchema,
  additional_data: additionalDataSchema,
});
export type DataPointChange = z.infer<typeof dataPointChangeSchema>;

/** What answers the protocol's questions, and the rest. */
const answers = { tree_width: true, measurements: true, protocol_version: true } as const;
export const uploadAnswersSchema = z.pick(uploadFieldsSchema, answers);
export type UploadAnswers = z.infer<typeof uploadAnswersSchema>;
export const uploadFactsSchema = z.omit(uploadFieldsSchema, answers);
/** What says when it was measured. */
export const uploadMomentSchema = z.pick(uploadFieldsSchema, { captured_at: true, clock_offset: true });
export type UploadFacts = z.infer<typeof uploadFactsSchema>;
export const revisionFactsSchema = z.omit(revisionFieldsSchema, answers);
export type RevisionFacts = Omit<z.infer<typeof revisionFactsSchema>, "message">;

import * as z from "zod/mini";
import { defaultProtocol } from "../protocol/default-protocol.ts";
import { latitudeSchema, longitudeSchema } from "../protocol/degrees.ts";
import { numberField, optionalField } from "../protocol/form-text.ts";
import { formShapeOf, type Protocol, storedShapeOf } from "../protocol/protocol.ts";
import { positionSources } from "./enums.ts";
import { plantIdDataSchema } from "./plant-identification.ts";
import { reviewSchema } from "./reviews.ts";
import { idSchema, instantSchema } from "./scalars.ts";

const positionSourceSchema = z.enum(positionSources);

/** The values that the protocol asks for, by name; further entries are kept as they are. */
export const additionalDataSchema = z.looseObject({
  ...storedShapeOf(defaultProtocol),
  plant_id_data: z.optional(z.nullable(plantIdDataSchema)),
});
export type AdditionalData = z.infer<typeof additionalDataSchema>;

export const questDataPointSchema = z.object({
  id: z.uuid(),
  /** Where the picture lives; it answers only with the signature of `image_data_presigned_url`. */
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
});
export type QuestDataPoint = z.infer<typeof questDataPointSchema>;

/** What every upload carries as text beside the values of its protocol. The last five are ours. */
const circumstances = {
  latitude: numberField(latitudeSchema),
  longitude: numberField(longitudeSchema),
  /** Made by the client: sending it again answers with the same data point. */
  id: optionalField(z.uuid()),
  /** Radius of the fix in metres. */
  accuracy: optionalField(numberField(z.number().check(z.minimum(0), z.maximum(50_000_000)))),
  /** When the position was fixed. */
  fixed_at: optionalField(instantSchema),
  position_source: optionalField(positionSourceSchema),
  /** Of the file, in hexadecimal: other bytes are refused. */
  sha256: optionalField(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))),
};

const makeUploadFieldsSchema = (protocol: Protocol) => z.object({ ...formShapeOf(protocol), ...circumstances });

const uploadFieldsSchemas = new WeakMap<Protocol, ReturnType<typeof makeUploadFieldsSchema>>();

/** The text fields of an upload, as the form carries them; made once for each protocol. */
export function uploadFieldsSchemaOf(protocol: Protocol) {
  const schema = uploadFieldsSchemas.get(protocol) ?? makeUploadFieldsSchema(protocol);
  uploadFieldsSchemas.set(protocol, schema);
  return schema;
}
export const uploadFieldsSchema = uploadFieldsSchemaOf(defaultProtocol);
/** The values of the protocol are among them; `valuesOf` picks them out. */
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

import * as z from "zod/mini";
import { fixSchema, sha256Text } from "./data-points.ts";
import { positionSources } from "./enums.ts";
import { fixCountMax, rescuePointsMax, spacingReasonLength } from "./limits.ts";
import { usernameSchema } from "./people.ts";
import { idSchema, instantSchema, latitudeSchema, longitudeSchema, text } from "./scalars.ts";

/**
 * A rescue bundle: a zip of data points that could not be delivered, with `manifest.json` beside the photos that it names.
 * What is optional here is ours; a bundle without it has the position that is best of `fixes`.
 */
export const rescuePhotoSchema = z.object({
  /** `file`: the photo of the data point itself; otherwise the key of the field that asked for it. */
  key: text(1, 100),
  /** Its path in the zip. */
  file: text(1, 300),
  sha256: sha256Text,
});

export const rescuePointSchema = z.object({
  id: z.uuid(),
  quest_id: idSchema,
  /** 0, or null: the specification's form. */
  protocol_version: z.nullable(z.int().check(z.minimum(0), z.maximum(999_999))),
  /** By key, `tree_width` and a position of the volunteer's among them. */
  values: z.record(z.string(), z.unknown()),
  /** By the device's clock. */
  captured_at: z.nullable(instantSchema),
  fixes: z.array(fixSchema).check(z.maxLength(fixCountMax)),
  photos: z.array(rescuePhotoSchema).check(z.maxLength(50)),
  /** The position that was chosen; null: none yet. */
  position: z.optional(
    z.nullable(
      z.object({
        latitude: latitudeSchema,
        longitude: longitudeSchema,
        accuracy: z.nullable(z.number().check(z.minimum(0), z.maximum(50_000_000))),
        fixed_at: z.nullable(instantSchema),
        position_source: z.enum(positionSources),
      }),
    ),
  ),
  clock_offset: z.optional(z.nullable(z.number())),
  /** For the person who puts it back. */
  quest_name: z.optional(z.string().check(z.maxLength(200))),
  /** Ids that it had before it was changed, which may have arrived: they are withdrawn before it is taken. */
  superseded_ids: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
  spacing_reason: z.optional(z.nullable(text(1, spacingReasonLength))),
});
export type RescuePoint = z.infer<typeof rescuePointSchema>;

export const rescueVersion = 1;
export const rescueManifestName = "manifest.json";
export const rescueManifestSchema = z.object({
  version: z.literal(rescueVersion),
  /** Whose points they are. */
  account: usernameSchema,
  points: z.array(rescuePointSchema).check(z.maxLength(rescuePointsMax)),
});
/** A manifest whose points are not read yet: one that is not as it should be is refused alone. */
export const rescueFrameSchema = z.extend(rescueManifestSchema, { points: z.array(z.unknown()) });
export type RescueManifest = z.infer<typeof rescueManifestSchema>;

/** `known`: a data point of this id had arrived before. `code` says why one was refused. */
export const rescueResults = ["stored", "known", "refused"] as const;
export const rescueAnswerSchema = z.object({
  points: z.array(
    z.object({
      /** As the bundle has it. */
      id: z.string(),
      result: z.enum(rescueResults),
      code: z.optional(z.string()),
      /** The sentence of the code. */
      detail: z.optional(z.string()),
    }),
  ),
});
export type RescueAnswer = z.infer<typeof rescueAnswerSchema>;

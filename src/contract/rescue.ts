import * as z from "zod/mini";
import { call } from "./call.ts";
import { fixSchema, sha256Text, type WrittenFix } from "./data-points.ts";
import { positionSources } from "./enums.ts";
import { fixCountMax, rescuePointsMax, spacingReasonLength } from "./limits.ts";
import { idSchema, instantSchema, latitudeSchema, longitudeSchema, text, usernameSchema } from "./scalars.ts";
import { stationNameSchema } from "./stations.ts";

/**
 * A rescue bundle: a zip of undelivered data points, with `manifest.json` beside the photos it names. Optional fields
 * are our additions; without a position, the best of `fixes` is used.
 */
export const rescuePhotoSchema = z.object({
  /** `file` for the data point's own photo, otherwise the path of its field's answer. */
  key: text(1, 210),
  /** Path in the zip. */
  file: text(1, 300),
  sha256: sha256Text,
});

export const rescuePointSchema = z.object({
  id: z.uuid(),
  quest_id: idSchema,
  /** 0 or null for the specification's form. */
  protocol_version: z.nullable(z.int().check(z.minimum(0), z.maximum(999_999))),
  /** By key, including `tree_width` and the volunteer's position. */
  values: z.record(z.string(), z.unknown()),
  /** By the device's clock. */
  captured_at: z.nullable(instantSchema),
  fixes: z.array(fixSchema).check(z.maxLength(fixCountMax)),
  photos: z.array(rescuePhotoSchema).check(z.maxLength(50)),
  /** The chosen position; null if none yet. */
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
  /** Shown to the person who restores the bundle. */
  quest_name: z.optional(z.string().check(z.maxLength(200))),
  /** Ids from before it was edited, which may have arrived. They are withdrawn first. */
  superseded_ids: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
  spacing_reason: z.optional(z.nullable(text(1, spacingReasonLength))),
  station: z.optional(stationNameSchema),
});
export type RescuePoint = z.infer<typeof rescuePointSchema>;

export const rescueVersion = 1;
export const rescueManifestName = "manifest.json";
export const rescueManifestSchema = z.object({
  version: z.literal(rescueVersion),
  /** Owner of the data points. */
  account: usernameSchema,
  points: z.array(rescuePointSchema).check(z.maxLength(rescuePointsMax)),
});
/** A manifest with unparsed data points, so that an invalid one is rejected alone. */
export const rescueFrameSchema = z.extend(rescueManifestSchema, { points: z.array(z.unknown()) });
export type RescueManifest = z.infer<typeof rescueManifestSchema>;

/** `known`: a data point with this id arrived before. `code` says why one was rejected. */
export const rescueResults = ["stored", "known", "refused"] as const;
export const rescueAnswerSchema = z.object({
  points: z.array(
    z.object({
      /** The id that the data point has in the bundle. */
      id: z.string(),
      result: z.enum(rescueResults),
      code: z.optional(z.string()),
      /** Message for the code. */
      detail: z.optional(z.string()),
    }),
  ),
});
export type RescueAnswer = z.infer<typeof rescueAnswerSchema>;

export const rescueCalls = {
  importRescue: call("POST", "/rescue", "signed_in", {
    cost: "upload",
    summary:
      "Import the data points of a rescue bundle, each by the rules of an upload. For its volunteer or an administrator.",
    body: z.object({}),
    multipart: { file: "file", holds: "A rescue bundle: ZIP." },
    status: 200,
    response: rescueAnswerSchema,
  }),
};

/** Tolerance between a fix and the data point, before or after. */
const sameMomentMs = 30_000;

/**
 * Chooses the position of a data point without one: the smallest radius within 30 seconds of capture, otherwise the
 * nearest in time. Unknown radii and times rank last.
 */
export function chooseFix(fixes: readonly WrittenFix[], capturedAt: string | null): WrittenFix | undefined {
  const radiusOf = ({ accuracy }: WrittenFix) => accuracy ?? Number.POSITIVE_INFINITY;
  const distanceMs = ({ fixed_at }: WrittenFix) =>
    fixed_at === null || capturedAt === null
      ? Number.POSITIVE_INFINITY
      : Math.abs(Date.parse(fixed_at) - Date.parse(capturedAt));
  const byRadius = (one: WrittenFix, other: WrittenFix) =>
    compare(radiusOf(one), radiusOf(other)) || compare(distanceMs(one), distanceMs(other));
  const byTime = (one: WrittenFix, other: WrittenFix) =>
    compare(distanceMs(one), distanceMs(other)) || compare(radiusOf(one), radiusOf(other));
  const ofMoment = fixes.filter((fix) => distanceMs(fix) <= sameMomentMs);
  return ofMoment.sort(byRadius)[0] ?? [...fixes].sort(byTime)[0];
}

/** Avoids Infinity − Infinity, which is NaN. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

type ChosenPosition = NonNullable<RescuePoint["position"]>;

/** The chosen position, otherwise the best fix. Null if there is none yet. */
export function positionOfRescued({
  position,
  fixes,
  captured_at,
}: Pick<RescuePoint, "position" | "fixes" | "captured_at">): ChosenPosition | null {
  if (position !== undefined) return position;
  const fix = chooseFix(fixes, captured_at);
  if (!fix) return null;
  const { source, ...where } = fix;
  return { ...where, position_source: source };
}

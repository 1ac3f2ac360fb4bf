import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import * as limits from "./limits.ts";
import { bboxQuery } from "./request-fields.ts";
import { coordinatesSchema, latitudeSchema, longitudeSchema } from "./scalars.ts";

/** What a map shows. */
export const mapViewQuery = z.object({
  bbox: bboxQuery,
  /** The zoom of a map whose tiles have 256 px. */
  zoom: numberField(z.int().check(z.minimum(0), z.maximum(limits.mapZoom.max))),
});

/** Several places that would overlap on a map: their common position and bounding box. Not in the specification. */
export const mapClusterSchema = z.object({
  coordinates: coordinatesSchema,
  count: z.int().check(z.minimum(2)),
  /** West, south, east, north in degrees. */
  box: z.tuple([longitudeSchema, latitudeSchema, longitudeSchema, latitudeSchema]),
});
export type MapCluster = z.infer<typeof mapClusterSchema>;

import * as z from "zod/mini";
import { call } from "./call.ts";
import * as limits from "./limits.ts";
import { commentText, coordinatesSchema, idSchema, text } from "./scalars.ts";

export const poorGpsReportSchema = z.object({
  id: idSchema,
  coordinates: coordinatesSchema,
  highAccuracySolved: z.boolean(),
  sameAsNative: z.boolean(),
  location: z.string(),
  details: z.nullable(z.string()),
});
export type PoorGpsReport = z.infer<typeof poorGpsReportSchema>;

export const poorGpsReportPayloadSchema = z.object({
  coordinates: coordinatesSchema,
  highAccuracySolved: z._default(z.boolean(), false),
  sameAsNative: z._default(z.boolean(), true),
  location: text(1, limits.shortTextLength),
  details: z.optional(z.nullable(commentText)),
});
export type PoorGpsReportPayload = z.infer<typeof poorGpsReportPayloadSchema>;

export const gpsReportCalls = {
  listPoorGpsReports: call("GET", "/test_feature_test_gps", "feature_tester_or_admin", {
    summary: "The poor GPS identifications, newest first.",
    response: z.array(poorGpsReportSchema),
  }),
  reportPoorGps: call("POST", "/test_feature_test_gps", "feature_tester", {
    summary: "Flag a poor GPS identification.",
    body: poorGpsReportPayloadSchema,
    status: 201,
    response: poorGpsReportSchema,
  }),
};

const plantResultSchema = z.object({
  score: z.number(),
  species: z.object({ scientificName: z.string(), commonNames: z.array(z.string()) }),
});
export type PlantResult = z.infer<typeof plantResultSchema>;

/** Pl@ntNet's answer for a photo, or its error. */
export const plantIdDataSchema = z.object({
  bestMatch: z.optional(z.string()),
  results: z.optional(z.array(plantResultSchema)),
  error: z.optional(z.string()),
});
export type PlantIdData = z.infer<typeof plantIdDataSchema>;

export const plantIdResponseSchema = z.object({
  results: z.array(plantResultSchema),
  bestMatch: z.optional(z.string()),
  /** Remaining today (UTC). */
  remainingIdentificationRequests: z.int(),
  /** Set, with `message`, if the service found no match. */
  error: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
export type PlantIdResponse = z.infer<typeof plantIdResponseSchema>;

/** A failure that has nothing but its flag and, perhaps, its message. */
const plantIdFailureSchema = z.object({ error: z.literal(true), message: z.optional(z.string()) });

export const plantIdentificationCalls = {
  identifyPlant: call("POST", "/plant_id", "feature_tester", {
    cost: "upload",
    summary: "Identify the plant in one image; returns an error flag and a message if none was found.",
    body: z.object({}),
    multipart: { file: "image" },
    status: 200,
    response: z.union([plantIdResponseSchema, plantIdFailureSchema]),
  }),
};

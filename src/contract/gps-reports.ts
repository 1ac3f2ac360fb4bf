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

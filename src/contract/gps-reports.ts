import * as z from "zod/mini";
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

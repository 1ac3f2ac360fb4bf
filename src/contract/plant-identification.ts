import * as z from "zod/mini";

export const plantResultSchema = z.object({
  score: z.number(),
  species: z.object({ scientificName: z.string(), commonNames: z.array(z.string()) }),
});
export type PlantResult = z.infer<typeof plantResultSchema>;

/** What Pl@ntNet said of a photo, or the error instead. */
export const plantIdDataSchema = z.object({
  bestMatch: z.optional(z.string()),
  results: z.optional(z.array(plantResultSchema)),
  error: z.optional(z.string()),
});
export type PlantIdData = z.infer<typeof plantIdDataSchema>;

export const plantIdResponseSchema = z.object({
  results: z.array(plantResultSchema),
  bestMatch: z.optional(z.string()),
  /** Of today's (UTC). */
  remainingIdentificationRequests: z.int(),
  /** Set, with `message`, where the service found nothing to say. */
  error: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
export type PlantIdResponse = z.infer<typeof plantIdResponseSchema>;

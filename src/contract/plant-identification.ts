import * as z from "zod/mini";
import { call } from "./call.ts";

export const plantResultSchema = z.object({
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
export const plantIdFailureSchema = z.object({ error: z.literal(true), message: z.optional(z.string()) });

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

import * as z from "zod/mini";
import * as limits from "./limits.ts";
import { coordinatesSchema, text } from "./scalars.ts";

/** A town or village as a gazetteer has it, in English. Ours. */
export const placeSchema = z.object({
  name: z.string(),
  /** The first level below the country: a state, a province; null where the gazetteer has none. */
  administrative_area: z.nullable(z.string()),
  country: z.string(),
  coordinates: coordinatesSchema,
});
export type Place = z.infer<typeof placeSchema>;

/** `Rye`, or `Rye, England`: a name or its beginning, then what its region and country have to contain. */
export const placeQuerySchema = z.object({
  q: text(limits.placeQueryLength.min, limits.placeQueryLength.max),
});

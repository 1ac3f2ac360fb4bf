import * as z from "zod/mini";
import { call } from "./call.ts";
import * as deskLimits from "./desk-limits.ts";
import { pointQuery } from "./request-fields.ts";
import { coordinatesSchema, text } from "./scalars.ts";

/** A town or village in the gazetteer, in English. Not in the specification. */
export const placeSchema = z.object({
  name: z.string(),
  /** The first level below the country, such as a state or province; null if the gazetteer has none. */
  administrative_area: z.nullable(z.string()),
  country: z.string(),
  coordinates: coordinatesSchema,
});
export type Place = z.infer<typeof placeSchema>;

/** `Rye`, or `Rye, England`: the start of a name, optionally followed by parts of its region and country. */
export const placeQuerySchema = z.object({
  q: text(deskLimits.placeQueryLength.min, deskLimits.placeQueryLength.max),
  /** Puts places near this point further ahead. */
  near: z.optional(pointQuery),
});

export const placeCalls = {
  searchPlaces: call("GET", "/admin/places", "coordinator", {
    cost: "search",
    summary: "Towns and villages by name; `Rye, England` also names the region.",
    query: placeQuerySchema,
    response: z.array(placeSchema),
  }),
};

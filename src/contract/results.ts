import * as z from "zod/mini";
import { fieldKinds, fileKinds } from "../protocol/field.ts";
import { call } from "./call.ts";
import * as limits from "./limits.ts";
import { mapClusterSchema, mapViewQuery } from "./map-clusters.ts";
import { languagesOfName } from "./quest-languages.ts";
import { byId, partQuery, uprightBboxQuery } from "./request-fields.ts";
import { coordinatesSchema, dateSchema, idSchema, instantSchema } from "./scalars.ts";
import { stationNameSchema } from "./stations.ts";

/** What everybody may see of a quest's accepted data points. Not in the specification. */
export const resultsPolicySchema = z.object({
  visibility: z.enum(["hidden", "public"]),
  /** Positions are public as measured, not at all, or rounded to so many degrees. */
  positions: z.union([z.enum(["exact", "hidden"]), z.literal([0.001, 0.01, 0.1, 1])]),
});
export type ResultsPolicy = z.infer<typeof resultsPolicySchema>;

const count = z.int();

/** In one language, or by language tag. */
const localizedSchema = z.union([z.string(), z.record(z.string(), z.string())]);

/** What was answered to one question. Which of the last parts it has depends on its kind. */
export const fieldSummarySchema = z.object({
  /** Unique together with `group` and `unit`, which may differ between versions of the protocol. */
  key: z.string(),
  group: z.nullable(z.string()),
  kind: z.enum(fieldKinds),
  /** UCUM code. */
  unit: z.nullable(z.string()),
  label: localizedSchema,
  /** Answers, in the rows of a group too. */
  count,
  numbers: z.optional(
    z.object({
      min: z.number(),
      max: z.number(),
      median: z.number(),
      /** A histogram: from `from` up to, and without, `to`. */
      bins: z.array(z.object({ from: z.number(), to: z.number(), count })),
    }),
  ),
  /** The most frequent options; of `choices` and `rank`, each answer counts at all it has. */
  options: z.optional(z.array(z.object({ value: z.string(), label: localizedSchema, count }))),
  /** Answers with other options. */
  others: z.optional(count),
  /** `YYYY-MM`. */
  months: z.optional(z.array(z.object({ month: z.string(), count }))),
});
export type FieldSummary = z.infer<typeof fieldSummarySchema>;

/** Public results of a quest. Not in the specification. */
export const questResultsSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  organization: z.object({ id: idSchema, organization_name: z.string() }),
  positions: resultsPolicySchema.shape.positions,
  /** Large quests are counted again after a while: newer data points may be missing. */
  as_of: instantSchema,
  accepted: count,
  volunteers: count,
  /** Different squares of 0.01 degrees with data points; null if positions are hidden. */
  places: z.nullable(count),
  /** Days on which they were measured, see `day` of a public data point; null without data points. */
  first_day: z.nullable(dateSchema),
  last_day: z.nullable(dateSchema),
  /** Accepted data points wanted from everyone together. */
  target: z.nullable(count),
  /** Data points by the time they were measured, steps without any left out. Weeks begin on Monday. */
  over_time: z.object({
    unit: z.enum(["day", "week", "month"]),
    steps: z.array(z.object({ from: dateSchema, count })),
  }),
  /** West, south, east, north in degrees; west exceeds east across the antimeridian. Null without positions. */
  box: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  fields: z.array(fieldSummarySchema),
  /** Those who are named, with the most data points first. */
  contributors: z.array(z.object({ name: z.string(), count })),
  /** The questions whose answers aren't public. */
  closed_fields: count,
  /** Under which volunteers agreed to publish their photos; null if the installation has none. */
  photo_licence: z.optional(z.nullable(z.object({ name: z.string(), address: z.string() }))),
});
export type QuestResults = z.infer<typeof questResultsSchema>;

/** What everybody may see of an accepted data point. Not in the specification. */
export const publicPointSchema = z.object({
  id: z.uuid(),
  protocol_version: z.nullable(z.int()),
  /** The day of measurement by calendars at `coordinates`, or at the quest's first location if positions are hidden. */
  day: dateSchema,
  /** Null unless positions are exact. */
  measured_at: z.nullable(instantSchema),
  /** Where it was measured, if it was at a station and exact positions are public. */
  station: z.optional(stationNameSchema),
  /** Null if positions are hidden. */
  coordinates: z.nullable(coordinatesSchema),
  /** Radius in metres around `coordinates` that contains where it was measured; null if unknown. */
  uncertainty_meters: z.nullable(z.int()),
  /** How its volunteer wants to be named; null for "a volunteer". */
  credit: z.nullable(z.string()),
  /** The public answers by key. */
  additional_data: z.record(z.string(), z.unknown()),
  /** Photos without metadata, at addresses that expire. The data point's own photo has no key. */
  files: z.array(
    z.object({
      key: z.nullable(z.string()),
      kind: z.enum(fileKinds),
      address: z.string(),
      thumbnail: z.nullable(z.string()),
    }),
  ),
});
export type PublicPoint = z.infer<typeof publicPointSchema>;

export const publicPointQuerySchema = z.object({ bbox: z.optional(uprightBboxQuery), ...partQuery.shape });

export const pointSpotQuerySchema = z.object({ ...mapViewQuery.shape, bbox: uprightBboxQuery });

/** One public data point or several that would overlap on the map. Not in the specification. */
export const pointSpotSchema = z.object({ ...mapClusterSchema.shape, count: z.int().check(z.minimum(1)) });
export type PointSpot = z.infer<typeof pointSpotSchema>;

export const byPublicPhoto = z.extend(byId, { point_id: z.uuid(), photo_id: z.uuid() });

export const resultsCalls = {
  getQuestResults: call("GET", "/quests/{id}/results", "visitor", {
    summary: "A quest's public results: counts, figures per question, who took part. 404 where they are hidden.",
    params: byId,
    response: questResultsSchema,
  }),
  listPublicPoints: call("GET", "/quests/{id}/results/points", "visitor", {
    summary:
      "What everybody may see of a quest's accepted data points, the newest day first, in pages; optionally those in a box.",
    params: byId,
    query: publicPointQuerySchema,
    response: z.array(publicPointSchema),
  }),
  listPublicPointClusters: call("GET", "/quests/{id}/results/clusters", "visitor", {
    summary:
      "A quest's public data points on a map: at most 500 spots, each a single one or several that would overlap at this zoom. The counts add up to the data points in the box.",
    params: byId,
    query: pointSpotQuerySchema,
    response: z.array(pointSpotSchema).check(z.maxLength(limits.mapSpotsMax)),
  }),
  getPublicPhoto: call("GET", "/quests/{id}/results/points/{point_id}/photos/{photo_id}", "visitor", {
    summary: "A photo of a public data point, at an address that lasts as long as it is public. Redirects.",
    params: byPublicPhoto,
    produces: "image/jpeg",
  }),
};

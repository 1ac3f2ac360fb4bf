import * as z from "zod/mini";
import { fieldKinds } from "../protocol/field.ts";
import * as limits from "./limits.ts";
import { byId } from "./request-fields.ts";
import { idSchema, latitudeSchema, longitudeSchema, nameText, trimmedText } from "./scalars.ts";

/** Named places of a quest that are measured again and again. Not in the specification, unlike a quest's locations. */

export const byStation = z.extend(byId, { station: byId.shape.id });

export const stationPayloadSchema = z.object({
  /** Unique in the quest, in upper or lower case. */
  code: trimmedText(1, limits.stationCodeLengthMax),
  name: nameText(1, limits.stationNameLengthMax),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  description: z.optional(z.nullable(trimmedText(0, limits.stationDescriptionLengthMax))),
});
export type StationPayload = z.infer<typeof stationPayloadSchema>;

/**
 * `retired`: no data points measured from now on; false takes it back. Without it, that stays as it is, and without
 * `description` the description does.
 */
export const stationChangeSchema = z.extend(stationPayloadSchema, { retired: z.optional(z.boolean()) });
export type StationChange = z.infer<typeof stationChangeSchema>;

export const stationNameSchema = z.object({ id: idSchema, code: z.string(), name: z.string() });
export type StationName = z.infer<typeof stationNameSchema>;

const placeSchema = z.extend(stationNameSchema, { latitude: z.number(), longitude: z.number() });

/** A station as volunteers see it. */
export const stationSchema = z.extend(placeSchema, {
  description: z.optional(z.string()),
  /** When somebody measured there last, denied data points aside. */
  measured_at: z.optional(z.string()),
  /** The same of the volunteer who asks. */
  own_measured_at: z.optional(z.string()),
});
export type Station = z.infer<typeof stationSchema>;

const repeatDaysSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(limits.stationRepeatDaysMax)));

/** Stations by code, without retired ones. */
export const questStationsSchema = z.object({
  /** After how many days a station is due again; null if once is enough. */
  repeat_days: z.nullable(z.int()),
  stations: z.array(stationSchema),
});
export type QuestStations = z.infer<typeof questStationsSchema>;

export const stationRepeatSchema = z.object({ repeat_days: repeatDaysSchema });

/** A station as its quest's team sees it. */
export const teamStationSchema = z.extend(stationSchema, {
  retired_at: z.optional(z.string()),
  /** Data points, with denied ones: with any it can't be deleted. */
  data_point_count: z.int(),
});
export type TeamStation = z.infer<typeof teamStationSchema>;

export const teamStationsSchema = z.object({
  repeat_days: z.nullable(z.int()),
  stations: z.array(teamStationSchema),
});

export const stationFileSchema = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() });
export type StationFileResult = z.infer<typeof stationFileSchema>;

const valueSchema = z.object({
  id: z.uuid(),
  /** A time with the station's offset, so that it begins with the station's day. */
  at: z.string(),
  value: z.number(),
});

/** What was measured at a station over time, oldest first, by field; fields in rows of groups are left out. */
export const stationSeriesSchema = z.object({
  station: placeSchema,
  fields: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(fieldKinds),
      /** In one language, or by language tag. */
      label: z.union([z.string(), z.record(z.string(), z.string())]),
      /** UCUM code. */
      unit: z.nullable(z.string()),
      values: z.array(valueSchema),
    }),
  ),
  /** Whether there are older data points. */
  has_more: z.boolean(),
});
export type StationSeries = z.infer<typeof stationSeriesSchema>;

/** A station that has public data points, and how many. */
export const publicStationSchema = z.extend(placeSchema, { count: z.int() });
export type PublicStation = z.infer<typeof publicStationSchema>;

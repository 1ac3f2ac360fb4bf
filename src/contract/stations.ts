import * as z from "zod/mini";
import { fieldKinds } from "../protocol/field.ts";
import { call } from "./call.ts";
import * as limits from "./limits.ts";
import { byId, byUsernameAndId } from "./request-fields.ts";
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

export const stationCalls = {
  listOwnStations: call("GET", "/adventurers/{username}/quests/{id}/stations", "self", {
    cost: "search",
    keptOffline: "newest",
    summary: "A quest's stations for a volunteer who has joined, by code, with when they were measured last.",
    params: byUsernameAndId,
    response: questStationsSchema,
  }),
  listStations: call("GET", "/quests/{id}/stations", "viewer", {
    cost: "search",
    summary: "A quest's stations by code, retired ones too, with how many data points they have.",
    params: byId,
    response: teamStationsSchema,
  }),
  createStation: call("POST", "/quests/{id}/stations", "coordinator", {
    summary: "Add a station to a quest.",
    params: byId,
    body: stationPayloadSchema,
    status: 201,
    response: teamStationSchema,
  }),
  importStations: call("POST", "/quests/{id}/stations/file", "coordinator", {
    cost: "upload",
    summary:
      "Add and change stations by a CSV file with the columns code, name, latitude, longitude and description: all lines, or none. Stations that it doesn't name stay.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file", holds: "CSV in UTF-8 or UTF-16, at most 5 MB." },
    response: stationFileSchema,
  }),
  setStationRepeat: call("PUT", "/quests/{id}/stations/repeat", "coordinator", {
    summary: "Set after how many days a quest's stations are due again.",
    params: byId,
    body: stationRepeatSchema,
    status: 204,
  }),
  changeStation: call("PUT", "/quests/{id}/stations/{station}", "coordinator", {
    summary: "Change a station, retire it, or take that back. What is left out stays as it is.",
    params: byStation,
    body: stationChangeSchema,
    response: teamStationSchema,
  }),
  deleteStation: call("DELETE", "/quests/{id}/stations/{station}", "coordinator", {
    summary: "Delete a station without data points.",
    params: byStation,
    status: 204,
  }),
  getStationSeries: call("GET", "/quests/{id}/stations/{station}/series", "viewer", {
    cost: "search",
    summary: "What was measured at a station over time, denied data points aside.",
    params: byStation,
    response: stationSeriesSchema,
  }),
  listPublicStations: call("GET", "/quests/{id}/results/stations", "visitor", {
    cost: "search",
    summary: "The stations of a quest with public data points, where exact positions are public.",
    params: byId,
    response: z.array(publicStationSchema),
  }),
  getPublicStationSeries: call("GET", "/quests/{id}/results/stations/{station}", "visitor", {
    cost: "search",
    summary: "What is public of what was measured at a station over time.",
    params: byStation,
    response: stationSeriesSchema,
  }),
};

import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import { call } from "./call.ts";
import { byTile, byUsernameAndId, pointQuery } from "./request-fields.ts";

/** What a phone saves of one quest's map. */
export const mapAreaBytesMax = 25_000_000;
export const mapAreaTilesMax = 1_500;

export const mapAreaSchema = z.object({
  /** `vector`: Mapbox Vector Tiles; `raster`: pictures; `none`: this installation has no map file. */
  kind: z.enum(["vector", "raster", "none"]),
  /** Zoom, column and row. Empty if the file has no tile near the quest. */
  tiles: z.array(z.object({ z: z.int(), x: z.int(), y: z.int() })),
  size_bytes: z.int(),
  attribution: z.string(),
  /** Changes with the file. */
  version: z.string(),
});
/** Ignored by the server: tiles of another file have other addresses, or caches would mix them. */
export const mapTileQuery = z.object({ version: z.optional(z.string()) });

export type MapArea = z.infer<typeof mapAreaSchema>;

export const mapCalls = {
  getMapTile: call("GET", "/tiles/{z}/{x}/{y}", "visitor", {
    cost: "outside",
    summary: "A map tile, if the server fetches tiles from the tile service.",
    params: byTile,
    produces: ["image/png", "image/jpeg", "image/webp"],
  }),
  getMapArea: call("GET", "/adventurers/{username}/quests/{id}/map-area", "self", {
    cost: "search",
    summary: "The tiles of the installation's map file that a phone saves for a quest, and how much they are.",
    params: byUsernameAndId,
    response: mapAreaSchema,
  }),
  getMapFileTile: call("GET", "/map-file/{z}/{x}/{y}", "visitor", {
    cost: "picture",
    summary: "A tile of the installation's map file, packed with gzip if the file has it so.",
    params: byTile,
    query: mapTileQuery,
    produces: ["application/vnd.mapbox-vector-tile", "application/gzip", "image/png", "image/jpeg", "image/webp"],
  }),
  getStaticMap: call("GET", "/static_map", "visitor", {
    cost: "outside",
    summary: "A map of 400 by 400 pixels with a pin.",
    query: z.object({
      coordinates: pointQuery,
      zoom: z.optional(numberField(z.int().check(z.minimum(1), z.maximum(18)))),
    }),
    produces: "image/png",
  }),
};

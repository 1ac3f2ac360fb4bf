import * as z from "zod/mini";

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

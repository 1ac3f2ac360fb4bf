import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { MapArea } from "../../contract/maps.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { listStations } from "../stations/station-queries.ts";
import { findAreaTiles, type MapFile } from "./map-file.ts";
import { MapFileError } from "./map-file-format.ts";

type MapFileServices = { db: Db; mapFile: MapFile | undefined; config: { tiles: { attribution: string } } };

const maxAgeSeconds = 24 * 60 * 60;
const noMap: MapArea = { kind: "none", tiles: [], size_bytes: 0, attribution: "", version: "" };

/** The operator's map file, for phones that save it for later. */
export function mapFileRoutes(app: FastifyInstance, { db, mapFile, config }: MapFileServices): void {
  app.addHook("onClose", () => mapFile?.close());

  implementCall(app, calls.getMapArea, {
    allow: "self",
    handle: async ({ params: { username, id }, request }): Promise<MapArea> => {
      await requireParticipation(db, username, id);
      if (!mapFile) return noMap;
      const places = await findPlaces(db, id);
      const found = await unlessDamaged(request.log, () => findAreaTiles(mapFile, places));
      return {
        kind: mapFile.format === "vector" ? "vector" : "raster",
        ...(found ?? { tiles: [], size_bytes: 0 }),
        attribution: mapFile.attribution ?? config.tiles.attribution,
        version: mapFile.version,
      };
    },
  });

  implementCall(app, calls.getMapFileTile, {
    // A phone saves up to 1,500 for one quest.
    ratePerMinute: 3000,
    allow: "visitor",
    handle: async ({ params: { x, y, z: zoom }, request, reply }) => {
      const count = 2 ** zoom;
      if (!mapFile || x >= count || y >= count) throw new DomainError("not_found.tile");
      const tile = await unlessDamaged(request.log, () => mapFile.read({ x, y, zoom }));
      if (!tile) throw new DomainError("not_found.tile");
      return reply
        .header("cache-control", `public, max-age=${maxAgeSeconds}`)
        .header("x-content-type-options", "nosniff")
        .header("content-length", tile.bytes.length)
        .type(tile.isPacked ? "application/gzip" : mediaTypeOf(mapFile))
        .send(tile.bytes);
    },
  });
}

/** The quest's locations, and its stations, which only those who have joined may know. */
async function findPlaces(db: Db, questId: number): Promise<Coordinates[]> {
  const [{ locations }, stations] = await Promise.all([getQuest(db, questId), listStations(db, questId)]);
  return [
    ...locations.map(({ coordinates }) => coordinates),
    ...stations.map(({ latitude, longitude }): Coordinates => [latitude, longitude]),
  ];
}

const mediaTypeOf = ({ format }: MapFile) =>
  format === "vector" ? "application/vnd.mapbox-vector-tile" : `image/${format}`;

/** A damaged part of the file has no tiles; the operator is told. */
async function unlessDamaged<T>(log: FastifyBaseLogger, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MapFileError)) throw error;
    log.error({ reason: error.message }, "a part of MAP_TILES_FILE can't be read");
    return undefined;
  }
}

import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { implementCall } from "../calls/implement-call.ts";
import { sniffFormat } from "../photos/formats/sniff-format.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { StaticMaps } from "./static-maps.ts";
import type { TileSource } from "./tile-source.ts";

export function staticMapRoutes(app: FastifyInstance, { staticMaps }: { staticMaps: StaticMaps }): void {
  implementCall(app, calls.getStaticMap, {
    ratePerMinute: 120,
    allow: "visitor",
    handle: async ({ query, request, reply }) => {
      const { png, etag, maxAgeSeconds } = await staticMaps.get(query.coordinates as Coordinates, query.zoom);
      reply
        .header("cache-control", `public, max-age=${maxAgeSeconds}`)
        .header("etag", etag)
        .header("x-content-type-options", "nosniff");
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.type("image/png").header("content-length", png.length).send(png);
    },
  });
}

const maxAgeSeconds = 24 * 60 * 60;

/** Tiles through this server, for services whose URL contains a key. */
export function mapTileRoutes(app: FastifyInstance, { mapTiles }: { mapTiles: TileSource | undefined }): void {
  implementCall(app, calls.getMapTile, {
    ratePerMinute: 1200,
    allow: "visitor",
    handle: async ({ params: { x, y, z: zoom }, reply }) => {
      const count = 2 ** zoom;
      if (!mapTiles || x >= count || y >= count) throw new DomainError("not_found.tile");
      const tile = await mapTiles.find({ x, y, zoom });
      if (tile.kind === "missing") throw new DomainError("not_found.tile");
      if (tile.kind === "failed") throw new DomainError("unavailable.tiles");
      return reply
        .header("cache-control", `public, max-age=${maxAgeSeconds}`)
        .header("x-content-type-options", "nosniff")
        .header("content-length", tile.bytes.length)
        .type(`image/${sniffFormat(tile.bytes)}`)
        .send(tile.bytes);
    },
  });
}

import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { sniffFormat } from "../photos/formats/sniff-format.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { TileSource } from "./tile-source.ts";

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

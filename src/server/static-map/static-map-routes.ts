import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { StaticMaps } from "./static-maps.ts";

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

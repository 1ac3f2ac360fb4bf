import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { linkToNextPart } from "../api/list-parts.ts";
import { requireAdmin } from "../auth/guards.ts";
import type { Services } from "../processes/services.ts";
import { fileNameOf, formatDataset, mediaTypeOf } from "./dataset-formats.ts";
import { getQuestName, listDatasets, readAcceptedPoints } from "./dataset-queries.ts";

export function datasetRoutes(app: FastifyInstance, { db }: Services): void {
  implementCall(app, calls.listDatasets, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ query, request, reply }) => {
      const { datasets, next } = await listDatasets(db, query);
      linkToNextPart(request, reply, next);
      return datasets;
    },
  });

  implementCall(app, calls.exportDataset, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ params: { id }, query: { format }, reply }) => {
      const name = await getQuestName(db, id);
      const pieces = formatDataset(format, readAcceptedPoints(db, id));
      return reply
        .type(mediaTypeOf[format])
        .header("content-disposition", `attachment; filename="${fileNameOf(id, name, format)}"`)
        .header("x-content-type-options", "nosniff")
        .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 })) as never;
    },
  });
}

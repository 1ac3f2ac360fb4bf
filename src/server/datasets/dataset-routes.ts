import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { listDatasets } from "./dataset-queries.ts";
import { exportDataset } from "./export-dataset.ts";

export function datasetRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.listDatasets, {
    allow: "admin",
    handle: async ({ query, ...context }) => answerWithPart(context, await listDatasets(db, query)),
  });

  implementCall(app, calls.exportDataset, {
    allow: "admin",
    handle: async ({ params, query, reply }) => {
      const file = await exportDataset(db, params.id, query.format);
      return reply
        .type(file.mediaType)
        .header("content-disposition", `attachment; filename="${file.fileName}"`)
        .header("x-content-type-options", "nosniff")
        .send(file.content);
    },
  });
}

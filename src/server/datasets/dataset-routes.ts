import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { DatasetFormat } from "../../contract/enums.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { textOrStreamOf } from "../http/long-answers.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { datasetColumns } from "./dataset-columns.ts";
import { fileNameOf, formats } from "./dataset-formats.ts";
import { findTaxaLists, getQuestToExport, listDatasets, readAcceptedPoints } from "./dataset-queries.ts";
import type { ExportAddresses } from "./export-addresses.ts";

type AnswerContext = { request: FastifyRequest; reply: FastifyReply };
type Services = { db: Db; exportAddresses: ExportAddresses };

export function datasetRoutes(app: FastifyInstance, { db, exportAddresses }: Services): void {
  const sendExport = async (context: AnswerContext, questId: number, format: DatasetFormat) => {
    const { name, versions } = await getQuestToExport(db, questId);
    const { mediaType, write } = formats[format];
    const columns = datasetColumns(versions, await findTaxaLists(db, versions));
    const pieces = write(columns, readAcceptedPoints(db, questId, versions));
    const content = await textOrStreamOf(context, pieces);
    return context.reply
      .type(mediaType)
      .header("content-disposition", `attachment; filename="${fileNameOf(questId, name, format)}"`)
      .header("x-content-type-options", "nosniff")
      .send(content);
  };

  implementCall(app, calls.listDatasets, {
    allow: "admin",
    handle: async ({ query, ...context }) => answerWithPart(context, await listDatasets(db, query)),
  });

  implementCall(app, calls.signExport, {
    allow: "admin",
    handle: async ({ params: { id }, query: { format } }) => {
      // A browser that saves a file shows no error, so errors must come now.
      await requireQuest(db, id);
      return { address: exportAddresses.sign(id, format) };
    },
  });

  implementCall(app, calls.saveDataset, {
    allow: "signed_address",
    requireSignedAddress: ({ params: { id }, request }) => {
      const { format, expires, signature } = request.query as Record<string, unknown>;
      exportAddresses.verify({
        questId: id,
        format: String(format),
        expires: String(expires),
        signature: String(signature),
      });
    },
    handle: async ({ params, query, ...context }) => sendExport(context, params.id, query.format),
  });

  implementCall(app, calls.exportDataset, {
    allow: "admin",
    handle: async ({ params, query, ...context }) => sendExport(context, params.id, query.format),
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { DatasetFormat } from "../../contract/enums.ts";
import { groupKeysOf } from "../../protocol/row-tables.ts";
import { saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import { textOrStreamOf } from "../http/long-answers.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { describeAll } from "../refusals/invalid-fields.ts";
import { columnsOfRows, datasetColumns } from "./dataset-columns.ts";
import { fileNameOf, formats } from "./dataset-formats.ts";
import { findTaxaLists, getQuestToExport, listDatasets, readAcceptedPoints, readRows } from "./dataset-queries.ts";
import type { ExportAddresses } from "./export-addresses.ts";

type AnswerContext = { request: FastifyRequest; reply: FastifyReply };
type ExportQuery = { format: DatasetFormat; group?: string | undefined };
type Services = { db: Db; exportAddresses: ExportAddresses };

export function datasetRoutes(app: FastifyInstance, { db, exportAddresses }: Services): void {
  const sendExport = async (context: AnswerContext, questId: number, { format, group }: ExportQuery) => {
    const { name, versions } = await getQuestToExport(db, questId);
    const { mediaType, write } = formats[format];
    const isOfTaxa = await findTaxaLists(db, versions);
    const groups = groupKeysOf(versions);
    requireGroup(groups, group);
    const points = readAcceptedPoints(db, questId, versions);
    const ofRows = (key: string) => columnsOfRows(versions, key, isOfTaxa);
    const ofPoints = () => datasetColumns(versions, isOfTaxa);
    const all = () => [...ofPoints(), ...groups.flatMap(ofRows)];
    const columns = group !== undefined ? ofRows(group) : format === "dictionary" ? all() : ofPoints();
    const pieces = write(columns, group === undefined ? points : readRows(points, versions, group));
    const content = await textOrStreamOf(context, pieces);
    return context.reply
      .type(mediaType)
      .header("content-disposition", `attachment; filename="${fileNameOf(questId, name, format, group)}"`)
      .header("x-content-type-options", "nosniff")
      .send(content);
  };

  implementCall(app, calls.listDatasets, {
    allow: "admin",
    handle: async ({ query, ...context }) => answerWithPart(context, await listDatasets(db, query)),
  });

  implementCall(app, calls.signExport, {
    allow: "admin",
    handle: async ({ params: { id }, query: { format, group } }) => {
      // A browser that saves a file shows no error, so errors must come now.
      if (group === undefined) await requireQuest(db, id);
      else requireGroup(groupKeysOf((await getQuestToExport(db, id)).versions), group);
      return { address: exportAddresses.sign({ questId: id, format, group }) };
    },
  });

  implementCall(app, calls.saveDataset, {
    allow: "signed_address",
    requireSignedAddress: ({ params: { id }, request }) => {
      const { format, group, expires, signature } = request.query as Record<string, unknown>;
      exportAddresses.verify({
        questId: id,
        format: String(format),
        group: group === undefined ? undefined : String(group),
        expires: String(expires),
        signature: String(signature),
      });
    },
    handle: async ({ params, query, ...context }) => sendExport(context, params.id, query),
  });

  implementCall(app, calls.exportDataset, {
    allow: "admin",
    handle: async ({ params, query, ...context }) => sendExport(context, params.id, query),
  });
}

/** @throws DomainError `validation_failed` if the quest has no such group */
function requireGroup(groups: readonly string[], group: string | undefined): void {
  if (group === undefined || groups.includes(group)) return;
  const info = [{ path: "group", message: saying("validation.noSuchOption", { value: group }) }];
  throw new DomainError("validation_failed", { detail: describeAll(info), info });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { DatasetFormat } from "../../contract/desk-enums.ts";
import { geometryKeysOf, groupKeysOf, type NumberedProtocol, versionsOfGroup } from "../../protocol/columns.ts";
import { saying } from "../../texts/saying.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import { textOrStreamOf } from "../calls/long-answers.ts";
import type { Db } from "../database/connection.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError, describeAll } from "../refusals/domain-error.ts";
import { columnsOfRows, datasetColumns } from "./dataset-columns.ts";
import { fileNameOf, formats } from "./dataset-formats.ts";
import { findTaxaLists, getQuestToExport, listDatasets, readAcceptedPoints, readRows } from "./dataset-queries.ts";
import type { ExportAddresses } from "./export-addresses.ts";

type AnswerContext = { request: FastifyRequest; reply: FastifyReply };
type ExportQuery = { format: DatasetFormat; group?: string | undefined; geometry?: string | undefined };
type Services = { db: Db; exportAddresses: ExportAddresses };

export function datasetRoutes(app: FastifyInstance, { db, exportAddresses }: Services): void {
  const sendExport = async (context: AnswerContext, questId: number, query: ExportQuery) => {
    const { format, group, geometry } = query;
    const { name, versions } = await getQuestToExport(db, questId);
    const { mediaType, write } = formats[format];
    const isOfTaxa = await findTaxaLists(db, versions);
    const groups = groupKeysOf(versions);
    requireExported(versions, query);
    const points = readAcceptedPoints(db, questId, versions);
    const ofRows = (key: string) => columnsOfRows(versions, key, isOfTaxa);
    const ofPoints = () => datasetColumns(versions, isOfTaxa);
    const all = () => [...ofPoints(), ...groups.flatMap(ofRows)];
    const columns = group !== undefined ? ofRows(group) : format === "dictionary" ? all() : ofPoints();
    const pieces = write(columns, group === undefined ? points : readRows(points, versions, group), geometry);
    const content = await textOrStreamOf(context, pieces);
    return context.reply
      .type(mediaType)
      .header("content-disposition", `attachment; filename="${fileNameOf(questId, name, format, group, geometry)}"`)
      .header("x-content-type-options", "nosniff")
      .send(content);
  };

  implementCall(app, calls.listDatasets, {
    allow: "viewer",
    handle: async ({ query, ...context }) => answerWithPart(context, await listDatasets(db, context.scope, query)),
  });

  implementCall(app, calls.signExport, {
    allow: "viewer",
    handle: async ({ params: { id }, query }) => {
      // A browser that saves a file shows no error, so errors must come now.
      if (query.group === undefined && query.geometry === undefined) await requireQuest(db, id);
      else requireExported((await getQuestToExport(db, id)).versions, query);
      return { address: exportAddresses.sign({ questId: id, ...query }) };
    },
  });

  implementCall(app, calls.saveDataset, {
    allow: "signed_address",
    requireSignedAddress: ({ params: { id }, request }) => {
      const { format, group, geometry, expires, signature } = request.query as Record<string, unknown>;
      exportAddresses.verify({
        questId: id,
        format: String(format),
        group: group === undefined ? undefined : String(group),
        geometry: geometry === undefined ? undefined : String(geometry),
        expires: String(expires),
        signature: String(signature),
      });
    },
    handle: async ({ params, query, ...context }) => sendExport(context, params.id, query),
  });

  implementCall(app, calls.exportDataset, {
    allow: "viewer",
    handle: async ({ params, query, ...context }) => sendExport(context, params.id, query),
  });
}

/** @throws DomainError `validation_failed` if the quest has no such group, or its table no such line or area */
function requireExported(versions: readonly NumberedProtocol[], { format, group, geometry }: ExportQuery): void {
  if (group !== undefined && !groupKeysOf(versions).includes(group)) throw noSuch("group", group);
  if (geometry === undefined) return;
  const drawn = geometryKeysOf(group === undefined ? versions : versionsOfGroup(versions, group));
  if (format !== "geojson" || !drawn.includes(geometry)) throw noSuch("geometry", geometry);
}

function noSuch(path: string, value: string): DomainError {
  const info = [{ path, message: saying("validation.noSuchOption", { value }) }];
  return new DomainError("validation_failed", { detail: describeAll(info), info });
}

import type { FastifyInstance } from "fastify";
import pLimit from "p-limit";
import { calls } from "../../contract/all-calls.ts";
import { type ImportedProtocol, xlsxMediaType } from "../../contract/protocols.ts";
import type { Quest } from "../../contract/quests.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { type FieldText, isSaying, type LocalizedText, type Protocol } from "../../protocol/field.ts";
import { type WordedProtocol, writeForm } from "../../protocol/xlsform/write-form.ts";
import { saying } from "../../texts/saying.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { validationSaying } from "../../texts/validation-sayings.ts";
import type { CallConnection } from "../calls/call-costs.ts";
import { implementCall } from "../calls/implement-call.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import { ItemWithJson } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Sender } from "../turns/turns.ts";
import { formFile, workbookBytesMax } from "./form-file.ts";
import { writeWorkbook } from "./write-workbook.ts";

export function protocolRoutes(
  app: FastifyInstance,
  { db, outsideFiles }: { db: Db; outsideFiles: OutsideFiles },
): void {
  implementCall(app, calls.importProtocol, {
    allow: "coordinator",
    handle: ({ request, reply, identity, scope }) =>
      importProtocol(outsideFiles, request, {
        // No organization is named: a team of several counts as its first.
        sender: { person: identity.username, organization: scope === "all" ? undefined : scope[0] },
        connection: reply.raw,
        texts: textsForRequest(request),
      }),
  });

  implementCall(app, calls.exportProtocol, {
    allow: "visitor",
    ratePerMinute: 30,
    handle: async ({ params, request, reply }) => {
      const workbook = await exportProtocol(db, params.id, textsForRequest(request));
      return reply
        .type(xlsxMediaType)
        .header("content-disposition", `attachment; filename="quest-${params.id}.xlsx"`)
        .header("x-content-type-options", "nosniff")
        .send(workbook);
    },
  });
}

/** Writing a large workbook blocks the process: several at once would block it for too long. */
const oneAtATime = pLimit(1);

/** The quest's protocol as an XLSForm workbook. @throws DomainError `quest_not_found` */
async function exportProtocol(db: Db, questId: number, texts: Texts): Promise<Buffer> {
  const quest = await getQuest(db, questId);
  return oneAtATime(() => writeProtocol(quest, texts));
}

function writeProtocol(
  { id, quest_name: title, quest_type: questType, protocol }: Quest,
  texts: Texts,
): Promise<Buffer> {
  const { t } = texts;
  const words = { yes: t("xlsform.words.yes"), no: t("xlsform.words.no"), noFields: t("xlsform.words.noFields") };
  const identity = { title, id: `quest_${id}`, version: String(protocol?.version ?? 0) };
  return writeWorkbook(writeForm(inWords(protocol ?? specificationForm(questType), texts), identity, words));
}

function inWords(protocol: Protocol, { t }: Texts): WordedProtocol {
  const words = (text: FieldText): LocalizedText => (isSaying(text) ? t(text.saying) : text);
  return {
    ...protocol,
    fields: protocol.fields.map((field) => ({
      ...field,
      label: words(field.label),
      hint: field.hint === undefined ? undefined : words(field.hint),
    })),
  };
}

/** One byte over the limit shows that a file is too large. */
const formLimits = { fileBytes: workbookBytesMax + 1, fields: 10, files: 2, bytes: 3 * workbookBytesMax };

/**
 * Converts an XLSForm into a protocol, and reports what could not be converted. Saves nothing.
 * @throws DomainError as `receiveWorkbook`, `readWorkbook` and `OutsideFiles`
 */
async function importProtocol(
  outsideFiles: OutsideFiles,
  form: UnreadForm,
  { sender, connection, texts: { t, say } }: { sender: Sender; connection: CallConnection; texts: Texts },
): Promise<ItemWithJson<ImportedProtocol>> {
  const words = { other: t("xlsform.words.other"), specifyOther: t("xlsform.words.specifyOther") };
  const { answer, pieces } = await outsideFiles.read(
    formFile,
    async () => ({ bytes: await receiveWorkbook(form), words }),
    { sender, connection },
  );
  const report = answer.report.map(({ message, ...line }) => ({
    ...line,
    message: say("issue" in message ? validationSaying(message.issue) : message),
  }));
  return new ItemWithJson<ImportedProtocol>({ protocol: null, report }, "protocol", pieces);
}

/**
 * The bytes of the form's one file, `file`.
 * @throws DomainError `workbook_required`, `workbook_too_large`, `validation_failed` for several files; as `readFormFiles`
 */
async function receiveWorkbook(form: UnreadForm): Promise<Buffer> {
  let bytes: Buffer | undefined;
  for await (const part of readFormFiles(form, "file", formLimits)) {
    if (bytes) throw new DomainError("validation_failed.oneWorkbook", { field: "file" });
    bytes = await part.toBuffer();
    if (bytes.length > workbookBytesMax) {
      throw new DomainError(saying("refusals.workbook_too_large.bytes", { megabytes: workbookBytesMax / 1_000_000 }));
    }
  }
  if (!bytes) throw new DomainError("workbook_required", { field: "file" });
  return bytes;
}

import pLimit from "p-limit";
import type { Quest } from "../../contract/quests.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { type FieldText, isSaying, type LocalizedText, type Protocol } from "../../protocol/field.ts";
import { type WordedProtocol, writeForm } from "../../protocol/xlsform/write-form.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Db } from "../database/connection.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** Writing a large workbook blocks the process: several at once would block it for too long. */
const oneAtATime = pLimit(1);

/** The quest's protocol as an XLSForm workbook. @throws DomainError `quest_not_found` */
export async function exportProtocol(db: Db, questId: number, texts: Texts): Promise<Buffer> {
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

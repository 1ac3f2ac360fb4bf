import { specificationForm } from "../../protocol/default-protocol.ts";
import type { FieldText, LocalizedText, Protocol } from "../../protocol/field.ts";
import { asProtocol } from "../../protocol/protocol-schema.ts";
import { type WordedProtocol, writeForm } from "../../protocol/xlsform/write-form.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Db } from "../database/connection.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** What a quest asks for, as an XLSForm; the specification's form in words. @throws DomainError `quest_not_found` */
export async function exportProtocol(db: Db, questId: number, texts: Texts): Promise<Buffer> {
  const { t } = texts;
  const { quest_name: title, quest_type: questType, protocol } = await getQuest(db, questId);
  const asked = protocol ? asProtocol(protocol) : specificationForm(questType);
  const words = { yes: t("xlsform.words.yes"), no: t("xlsform.words.no"), noFields: t("xlsform.words.noFields") };
  const identity = { title, id: `quest_${questId}`, version: String(protocol?.version ?? 0) };
  return writeWorkbook(writeForm(inWords(asked, texts), identity, words));
}

function inWords(protocol: Protocol, { t }: Texts): WordedProtocol {
  const words = (text: FieldText): LocalizedText =>
    typeof text === "object" && typeof text.saying === "string" && text.saying.startsWith("protocol.")
      ? t(text.saying as Extract<FieldText, { saying: string }>["saying"])
      : (text as LocalizedText);
  return {
    ...protocol,
    fields: protocol.fields.map((field) => ({
      ...field,
      label: words(field.label),
      hint: field.hint === undefined ? undefined : words(field.hint),
    })),
  };
}

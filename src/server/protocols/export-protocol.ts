import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Quest } from "../../contract/quests.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { FieldText, LocalizedText, Protocol } from "../../protocol/field.ts";
import { type WordedProtocol, writeForm } from "../../protocol/xlsform/write-form.ts";
import type { KeyOf } from "../../texts/keys.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Db } from "../database/connection.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** Bytes of workbooks. */
const keptBytesMax = 20_000_000;

/** Writes protocols as XLSForms, and caches them, because a version never changes. */
export class ProtocolExports {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: keptBytesMax, sizeCalculation: ({ length }) => length });
  /** One at a time, because a large one blocks the process. */
  readonly #oneAtATime = pLimit(1);

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The specification's form with its texts.
   * @throws DomainError `quest_not_found`
   */
  async write(questId: number, texts: Texts): Promise<Buffer> {
    const quest = await getQuest(this.#db, questId);
    const name = JSON.stringify([
      questId,
      quest.protocol_version,
      quest.quest_type,
      quest.quest_name,
      texts.language.code,
    ]);
    return this.#oneAtATime(async () => {
      const kept = this.#kept.get(name) ?? (await writeProtocol(quest, texts));
      this.#kept.set(name, kept);
      return kept;
    });
  }
}

function writeProtocol(
  { id, quest_name: title, quest_type: questType, protocol }: Quest,
  texts: Texts,
): Promise<Buffer> {
  const { t } = texts;
  const asked = protocol ? protocol : specificationForm(questType);
  const words = { yes: t("xlsform.words.yes"), no: t("xlsform.words.no"), noFields: t("xlsform.words.noFields") };
  const identity = { title, id: `quest_${id}`, version: String(protocol?.version ?? 0) };
  return writeWorkbook(writeForm(inWords(asked, texts), identity, words));
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

/** Not the code of any language. */
const isSaying = (text: FieldText): text is { saying: KeyOf<"protocol"> } =>
  typeof text === "object" && "saying" in text;

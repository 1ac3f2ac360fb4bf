import { t } from "../../../../generated/web-texts/outbox.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import type { OutboxRecord } from "../../outbox/record.ts";

/**
 * The name of a record's quest as the reader sees it, with the attributes of its element. The record has the name in
 * the language that it was saved in, which is shown if the quest isn't on this device.
 */
export function useRecordName({ account, questId, questName }: OutboxRecord) {
  const { data } = useCall(
    "getAdventurerQuest",
    { params: { username: account, id: questId } },
    { isAside: true, shouldRetryOnError: false },
  );
  if (!data) return { name: questName || t("outbox.rescue.unnamed"), attributes: { dir: "auto" } };
  return { name: data.quest.quest_name, attributes: inItsLanguage(data.quest) };
}

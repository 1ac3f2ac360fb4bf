import { t } from "../../../../generated/web-texts/admin.ts";
import { t as lifeText } from "../../../../generated/web-texts/life.ts";
import { type QuestField, questFields } from "../../../contract/quest-fields.ts";

type Label = NonNullable<(typeof questFields)[QuestField]["label"]>;
const isOfLife = (label: Label): label is Extract<Label, `life.${string}`> => label.startsWith("life.");

/** What the form and the history call a field. One that only a newer server knows is called as it is there. */
export function fieldName(name: string): string {
  const label: Label | null | undefined = questFields[name as QuestField]?.label;
  if (!label) return name;
  return isOfLife(label) ? lifeText(label) : t(label);
}

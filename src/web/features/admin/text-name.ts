import { t } from "../../../../generated/web-texts/admin.ts";
import type { QuestText } from "../../../contract/quest-languages.ts";

const names: Record<QuestText, () => string> = {
  quest_name: () => t("admin.questForm.questName"),
  quest_description: () => t("admin.questForm.description"),
  equipment: () => t("admin.questForm.equipment"),
  safety: () => t("admin.questForm.safety"),
  study_motivation: () => t("admin.questForm.studyMotivation"),
  training_requirement: () => t("admin.questForm.trainingRequirement"),
};

/** What the form calls a text. */
export const textName = (name: QuestText): string => names[name]();

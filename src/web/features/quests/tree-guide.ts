import { treeTask } from "../../../contract/limits.ts";
import { t } from "../../texts/quest.ts";

/** What a quest type tells every volunteer, whatever the single quest says. */
export type QuestGuide = {
  facts: readonly { label: string; value: string }[];
  qualifications: string;
  procedure: readonly string[];
  risks: readonly string[];
};

/** The fixed text of the tree quests; other types show what their quest says. */
export function treeGuide(): QuestGuide {
  const { minTrees, minYardsBetweenTrees: minYards, minutesPerSample } = treeTask;
  return {
    facts: [
      { label: t("quest.trees.adventureType"), value: t("quest.trees.adventureType.text") },
      { label: t("quest.trees.terrain"), value: t("quest.trees.terrain.text") },
      { label: t("quest.trees.duration"), value: t("quest.trees.duration.text", minutesPerSample) },
      { label: t("quest.trees.task"), value: t("quest.trees.task.text", { minTrees, minYards }) },
      { label: t("quest.trees.partner"), value: t("quest.trees.partner.text") },
    ],
    qualifications: t("quest.trees.qualifications"),
    procedure: [
      t("quest.trees.procedure.1"),
      t("quest.trees.procedure.2"),
      t("quest.trees.procedure.3"),
      t("quest.trees.procedure.4"),
      t("quest.trees.procedure.5", { minTrees, minYards }),
    ],
    risks: [t("quest.trees.risks.1"), t("quest.trees.risks.2"), t("quest.trees.risks.3"), t("quest.trees.risks.4")],
  };
}

/** Every other quest is recorded in the same way, and carries its own text for the rest. */
export function generalGuide(): QuestGuide {
  return {
    facts: [],
    qualifications: t("quest.general.qualifications"),
    procedure: [
      t("quest.general.procedure.1"),
      t("quest.general.procedure.2"),
      t("quest.general.procedure.3"),
      t("quest.general.procedure.4"),
    ],
    risks: [t("quest.general.risks.1"), t("quest.general.risks.2"), t("quest.general.risks.3")],
  };
}

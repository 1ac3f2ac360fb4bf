import { t } from "../../../../generated/web-texts/quest.ts";
import { treeTask } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import { metersPerYard } from "../../../protocol/tree-task.ts";

/** The fixed text of a quest type. */
export type QuestGuide = {
  facts: readonly { label: string; value: string }[];
  qualifications: string;
  procedure: readonly string[];
  risks: readonly string[];
};

export function guideOf(quest: Quest): QuestGuide {
  return quest.quest_type === "TREES" ? treeGuide(quest) : generalGuide();
}

/** The text of tree quests, adapted to the quest's protocol. */
function treeGuide(quest: Quest): QuestGuide {
  const { minTrees, minYardsBetweenTrees: minYards, minutesPerSample } = treeTask;
  const girth = asksForGirth(quest);
  const task = girth && asksForTreeTask(quest);
  return {
    facts: [
      { label: t("quest.trees.adventureType"), value: t("quest.trees.adventureType.text") },
      { label: t("quest.trees.terrain"), value: t("quest.trees.terrain.text") },
      ...(girth ? [{ label: t("quest.trees.duration"), value: t("quest.trees.duration.text", minutesPerSample) }] : []),
      ...(task ? [{ label: t("quest.trees.task"), value: t("quest.trees.task.text", { minTrees, minYards }) }] : []),
      { label: t("quest.trees.partner"), value: t("quest.trees.partner.text") },
    ],
    qualifications: girth ? t("quest.trees.qualifications") : generalGuide().qualifications,
    procedure: girth
      ? [
          t("quest.trees.procedure.1"),
          t("quest.trees.procedure.2"),
          t("quest.trees.procedure.3"),
          t("quest.trees.procedure.4"),
          ...(task ? [t("quest.trees.procedure.5", { minTrees, minYards })] : []),
        ]
      : generalGuide().procedure,
    risks: [t("quest.trees.risks.1"), t("quest.trees.risks.2"), t("quest.trees.risks.3"), t("quest.trees.risks.4")],
  };
}

/** Whether it asks for the girth in centimetres and a photo, as in the specification's form. */
function asksForGirth({ protocol, protocol_version }: Quest): boolean {
  if (protocol_version === null) return true;
  if (!protocol) return false;
  const width = protocol.fields.find(({ key }) => key === "tree_width");
  const isInCentimetres = width !== undefined && "unit" in width && width.unit === "cm";
  return isInCentimetres && photoWish(protocol) === "required";
}

function asksForTreeTask({ protocol, protocol_version }: Quest): boolean {
  if (protocol_version === null) return true;
  const yards = (protocol?.spacing_meters ?? 0) / metersPerYard;
  // 9 and 9.1 m also mean 9.144 m.
  return protocol?.target_count === treeTask.minTrees && Math.round(yards) === treeTask.minYardsBetweenTrees;
}

/** The text of all other quests. */
function generalGuide(): QuestGuide {
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

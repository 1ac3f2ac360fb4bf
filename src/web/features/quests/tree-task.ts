import { treeTask } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import { metersPerYard } from "../../../protocol/tree-task.ts";

/** Whether it asks for the girth in centimetres and a photo, as in the specification's form. */
export function asksForGirth({ protocol, protocol_version }: Quest): boolean {
  if (protocol_version === null) return true;
  if (!protocol) return false;
  const width = protocol.fields.find(({ key }) => key === "tree_width");
  const isInCentimetres = width !== undefined && "unit" in width && width.unit === "cm";
  return isInCentimetres && photoWish(protocol) === "required";
}

/** Whether a quest about trees asks for as many, and as far apart, as the specification's. */
export function asksForTreeTask(quest: Quest): boolean {
  if (quest.quest_type !== "TREES" || !asksForGirth(quest)) return false;
  const { protocol, protocol_version } = quest;
  if (protocol_version === null) return true;
  const yards = (protocol?.spacing_meters ?? 0) / metersPerYard;
  // 9 and 9.1 m also mean 9.144 m.
  return protocol?.target_count === treeTask.minTrees && Math.round(yards) === treeTask.minYardsBetweenTrees;
}

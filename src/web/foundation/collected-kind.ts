import type { Quest } from "../../contract/quests.ts";

/** How to say a number of data points: against the target; beyond it, with what was asked; without one, by itself. */
export function collectedKind(
  { quest_type: type, target_count: wanted }: Pick<Quest, "quest_type" | "target_count">,
  count: number,
) {
  if (!wanted) return "points";
  const isTrees = type === "TREES";
  if (count > wanted) return isTrees ? "overTrees" : "overPoints";
  return isTrees ? "trees" : "wanted";
}

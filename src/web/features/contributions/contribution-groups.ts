import type { Contribution } from "../../../contract/contributions.ts";

/** A volunteer's data points of one quest. */
export type ContributionGroup = { questId: number; contributions: readonly Contribution[] };

/** What a data point needs of its volunteer: an answer to its reviewer, or a photo that can be read. */
export function askedOf({
  state,
  has_unreadable_photo: isUnreadable,
}: Contribution): "answer" | "takeAgain" | undefined {
  if (state === "change_requested") return "answer";
  return isUnreadable === true && state === "pending" ? "takeAgain" : undefined;
}

/**
 * By quest. What needs an answer comes first, among the quests and within each; otherwise the order stays.
 * @param requested change requests, which may be too old to be among those that are loaded
 */
export function groupByQuest(
  loaded: readonly Contribution[],
  requested: readonly Contribution[] = [],
): ContributionGroup[] {
  const known = new Set(loaded.map(({ id }) => id));
  const all = [...loaded, ...requested.filter(({ id }) => !known.has(id))];
  const inOrder = [...all.filter(askedOf), ...all.filter((each) => askedOf(each) === undefined)];
  const groups = new Map<number, Contribution[]>();
  for (const contribution of inOrder) {
    const group = groups.get(contribution.quest_id);
    if (group) group.push(contribution);
    else groups.set(contribution.quest_id, [contribution]);
  }
  return [...groups].map(([questId, contributions]) => ({ questId, contributions }));
}

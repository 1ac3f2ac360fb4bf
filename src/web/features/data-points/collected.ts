import { t } from "../../../../generated/web-texts/field.ts";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import type { Quest } from "../../../contract/quests.ts";
import { countOf, type OwnDataPoint } from "../../foundation/api/data-points.ts";
import { collectedKind } from "../../foundation/collected-kind.ts";
import type { QuestOutbox } from "../../outbox/use-outbox.ts";

export type Collected = {
  /** Uploaded, also denied ones and those on this phone. */
  all: number;
  /** Uploaded and not denied: what counts towards the target. */
  uploaded: number;
  /** These and those on this phone, without rejected ones. */
  expected: number;
  /** Requests for change. */
  changes: number;
};

/** Counts data points, without those that a waiting one will replace. */
export function countCollected(
  summary: DataPointSummary,
  points: readonly OwnDataPoint[],
  { waiting, justDelivered, replacedIds }: QuestOutbox,
): Collected {
  const replaced = points.filter(({ id }) => replacedIds.has(id));
  const replacedIn = (state: string) => replaced.filter(({ review }) => review?.decision === state).length;
  // The server's list doesn't have those that were just delivered yet.
  const arrived = countOf(summary) - replaced.length + justDelivered.length;
  const uploaded = arrived - (summary.denied - replacedIn("denied"));
  return {
    all: arrived + waiting.length,
    uploaded,
    expected: uploaded + waiting.filter(({ state }) => state !== "refused").length,
    changes: summary.change_requested - replacedIn("change_requested"),
  };
}

/** What is uploaded, in words, and how many are left to the target. */
export type SoFar = { words: string; left: number };

export const soFar = (quest: Pick<Quest, "quest_type" | "target_count">, { uploaded }: Collected): SoFar => ({
  words: collectedWords(quest, uploaded),
  left: Math.max((quest.target_count ?? 0) - uploaded, 0),
});

/** `7 of 20 trees`; beyond the target `25 trees, 20 asked`; without one `7 data points`. */
export const collectedWords = (quest: Pick<Quest, "quest_type" | "target_count">, count: number): string =>
  t(`field.progress.${collectedKind(quest, count)}`, { count, wanted: quest.target_count ?? 0 });

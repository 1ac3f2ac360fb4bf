import { useEffect, useState } from "react";
import type { Quest } from "../../../contract/quests.ts";
import type { QuestOutbox } from "../../outbox/use-outbox.ts";

type Target = {
  /** The volunteer has what the quest asks for, and hasn't gone on. */
  isReached: boolean;
  /** A data point that was saved since the page was opened was the last one asked for. */
  isNew: boolean;
  goOn: () => void;
};

/** Whether to say that the target is reached: at the target, and after the data point that reached it. */
export function useTarget(
  { target_count: wanted }: Pick<Quest, "target_count">,
  expected: number | undefined,
  { waiting, justDelivered }: QuestOutbox,
): Target {
  const [openedAtMs] = useState(Date.now);
  const [goesOn, setGoesOn] = useState(false);
  const [savedIds, setSavedIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const saved = [...waiting, ...justDelivered].filter(({ savedAtMs }) => (savedAtMs ?? 0) >= openedAtMs);
    setSavedIds((before) => {
      const ids = new Set([...before, ...saved.map(({ localId }) => localId)]);
      return ids.size === before.size ? before : ids;
    });
  }, [waiting, justDelivered, openedAtMs]);
  if (!wanted || expected === undefined || expected < wanted) {
    return { isReached: false, isNew: false, goOn: () => setGoesOn(true) };
  }
  const isNew = savedIds.size > 0 && expected - savedIds.size < wanted;
  return { isReached: !goesOn && (isNew || expected === wanted), isNew, goOn: () => setGoesOn(true) };
}

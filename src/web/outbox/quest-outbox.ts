import { type CompletionRecord, isBegun, type OutboxRecord, type PointRecord } from "./record.ts";

/** One quest's records on this device. */
export type QuestOutbox = {
  /** Started but not saved. */
  drafts: readonly PointRecord[];
  /** Saved, but as far as the device knows not on the server; newest first. */
  waiting: readonly PointRecord[];
  /** Delivered after the server's list was fetched. */
  justDelivered: readonly PointRecord[];
  /** Data points on the server that a waiting one will replace. */
  replacedIds: ReadonlySet<string>;
  /** Saved but not delivered. */
  completion: CompletionRecord | undefined;
};

/**
 * @param arrivedIds ids in the server's list
 * @param listedAtMs when the list was fetched
 */
export function outboxOfQuest(
  records: readonly OutboxRecord[],
  questId: number,
  arrivedIds: ReadonlySet<string>,
  listedAtMs: number,
): QuestOutbox {
  const points: PointRecord[] = [];
  let completion: CompletionRecord | undefined;
  for (const record of records) {
    if (record.questId !== questId) continue;
    if (record.kind === "point") points.push(record);
    else if (record.kind === "completion" && record.state !== "delivered") completion = record;
  }
  // The server may have a data point whose response was lost.
  const missing = points.filter(({ id }) => !arrivedIds.has(id));
  const waiting = missing.filter(({ state }) => state === "waiting" || state === "sending" || state === "refused");
  return {
    drafts: points.filter((point) => point.state === "draft" && isBegun(point)),
    waiting,
    justDelivered: missing.filter(
      ({ state, deliveredAtMs }) => state === "delivered" && deliveredAtMs !== null && deliveredAtMs >= listedAtMs,
    ),
    replacedIds: new Set(waiting.flatMap(({ supersededIds }) => supersededIds.filter((id) => arrivedIds.has(id)))),
    completion,
  };
}

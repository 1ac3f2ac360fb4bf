import { type CompletionRecord, isBegun, type OutboxRecord, type PointRecord } from "./record.ts";

/** What of one quest this device still holds. */
export type QuestOutbox = {
  /** Begun, and not saved. */
  drafts: readonly PointRecord[];
  /** Saved, and not on the server as far as anybody knows; the newest first. */
  waiting: readonly PointRecord[];
  /** Delivered since the list of those that have arrived was read. */
  justDelivered: readonly PointRecord[];
  /** Data points that have arrived, and that one which waits will take the place of. */
  replacedIds: ReadonlySet<string>;
  /** Saved, and not taken by the server yet. */
  completion: CompletionRecord | undefined;
};

/**
 * @param arrivedIds those that the server has listed
 * @param listedAtMs when it did
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
  // The reply to one may have been lost, and the list has it all the same.
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

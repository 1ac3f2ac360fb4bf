import { useCallback, useEffect, useState } from "react";
import { DatabaseUnavailableError } from "../foundation/database.ts";
import type { Trouble } from "./memory-outbox.ts";
import { listRecords } from "./outbox.ts";
import { type CompletionRecord, isBegun, type OutboxRecord, type PointRecord } from "./record.ts";
import { findTrouble, onChange, wouldLoseWithTab } from "./storage.ts";

export type OutboxView =
  | { status: "loading"; records: readonly OutboxRecord[] }
  | { status: "ready"; records: readonly OutboxRecord[] }
  /** The database takes nothing. `isInTab`: what it refused would be lost with this tab. */
  | { status: "unavailable"; reason: Trouble; isInTab: boolean; records: readonly OutboxRecord[] };

const loading: OutboxView = { status: "loading", records: [] };

/** The account's records, kept up to date across tabs; empty when signed out. */
export function useOutbox(account: string | undefined): OutboxView {
  const [view, setView] = useState<OutboxView>(loading);
  const load = useCallback(async (): Promise<OutboxView> => {
    if (account === undefined) return { status: "ready", records: [] };
    let records: readonly OutboxRecord[] = [];
    let reason: Trouble | undefined;
    try {
      records = await listRecords(account);
      reason = await findTrouble();
    } catch (error) {
      reason = error instanceof DatabaseUnavailableError ? error.reason : "broken";
    }
    return reason
      ? { status: "unavailable", reason, isInTab: wouldLoseWithTab(), records }
      : { status: "ready", records };
  }, [account]);
  useEffect(() => {
    let newest = 0;
    let isCurrent = true;
    const reload = async () => {
      newest += 1;
      const turn = newest;
      const loaded = await load();
      if (isCurrent && turn === newest) setView(loaded);
    };
    setView(loading);
    void reload();
    const stop = onChange(() => void reload());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [load]);
  return view;
}

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

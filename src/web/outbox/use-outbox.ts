import { useCallback, useEffect, useState } from "react";
import { onChange } from "./changes.ts";
import { listRecords } from "./outbox.ts";
import type { OutboxRecord } from "./record.ts";
import { isKeptOnDevice } from "./storage.ts";
import { OutboxUnavailableError, type UnavailableReason } from "./storage-errors.ts";

export type OutboxView =
  | { status: "loading"; records: readonly OutboxRecord[] }
  | { status: "ready"; records: readonly OutboxRecord[] }
  /**
   * `none`: the browser has no database; unsent records are lost when the page closes. `newer`: another tab runs a
   * newer version of the app, reload this one. `blocked`: another tab has an older version open, close that one.
   */
  | { status: "unavailable"; reason: UnavailableReason; records: readonly OutboxRecord[] };

const loading: OutboxView = { status: "loading", records: [] };

/** The account's records, kept up to date across tabs; empty when signed out. */
export function useOutbox(account: string | undefined): OutboxView {
  const [view, setView] = useState<OutboxView>(loading);
  const load = useCallback(async (): Promise<OutboxView> => {
    if (account === undefined) return { status: "ready", records: [] };
    try {
      const records = await listRecords(account);
      if (await isKeptOnDevice()) return { status: "ready", records };
      return { status: "unavailable", reason: "none", records };
    } catch (error) {
      const reason = error instanceof OutboxUnavailableError ? error.reason : "none";
      return { status: "unavailable", reason, records: [] };
    }
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

import { useCallback, useEffect, useState } from "react";
import { DatabaseUnavailableError, type UnavailableReason } from "../foundation/database.ts";
import { onChange } from "./changes.ts";
import { listRecords } from "./outbox.ts";
import type { OutboxRecord } from "./record.ts";
import { findWhyNotKept } from "./storage.ts";

export type OutboxView =
  | { status: "loading"; records: readonly OutboxRecord[] }
  | { status: "ready"; records: readonly OutboxRecord[] }
  /** Unsent records last only while this page is open, or can't be changed. */
  | { status: "unavailable"; reason: UnavailableReason; records: readonly OutboxRecord[] };

const loading: OutboxView = { status: "loading", records: [] };

/** The account's records, kept up to date across tabs; empty when signed out. */
export function useOutbox(account: string | undefined): OutboxView {
  const [view, setView] = useState<OutboxView>(loading);
  const load = useCallback(async (): Promise<OutboxView> => {
    if (account === undefined) return { status: "ready", records: [] };
    let records: readonly OutboxRecord[] = [];
    try {
      records = await listRecords(account);
      const reason = await findWhyNotKept();
      return reason ? { status: "unavailable", reason, records } : { status: "ready", records };
    } catch (error) {
      const reason = error instanceof DatabaseUnavailableError ? error.reason : "broken";
      return { status: "unavailable", reason, records };
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

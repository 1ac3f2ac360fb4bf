import { useCallback, useEffect, useState } from "react";
import { onChange } from "./changes.ts";
import { listRecords } from "./outbox.ts";
import type { OutboxRecord } from "./record.ts";

export type OutboxView =
  | { status: "loading"; records: readonly OutboxRecord[] }
  | { status: "ready"; records: readonly OutboxRecord[] }
  /** The browser keeps nothing. */
  | { status: "unavailable"; records: readonly OutboxRecord[] };

const loading: OutboxView = { status: "loading", records: [] };

/** The account's records, as they are now in whatever tab they change; nothing while nobody is signed in. */
export function useOutbox(account: string | undefined): OutboxView {
  const [view, setView] = useState<OutboxView>(loading);
  const load = useCallback(async () => {
    if (account === undefined) return { status: "ready", records: [] } as const;
    try {
      return { status: "ready", records: await listRecords(account) } as const;
    } catch {
      return { status: "unavailable", records: [] } as const;
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

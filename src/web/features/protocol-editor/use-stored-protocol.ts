import { useCallback, useEffect, useState } from "react";
import type { Protocol } from "../../../protocol/field.ts";
import { asProtocol } from "../../../protocol/written-protocol.ts";
import { fetchQuest } from "../../api/protocols.ts";

/** A version as it is stored; null is the specification's form. */
export type Stored = { protocol: Protocol | null; version: number | null };

export type StoredProtocol =
  | { state: "fetching" }
  | { state: "failed"; retry: () => void }
  | { state: "known"; stored: Stored };

const nothing: StoredProtocol = { state: "known", stored: { protocol: null, version: null } };

/** What a quest asks now, fetched once: while somebody edits it, it does not change by itself. */
export function useStoredProtocol(questId: number | undefined): StoredProtocol {
  const [found, setFound] = useState<StoredProtocol>({ state: "fetching" });
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => {
    setFound({ state: "fetching" });
    setTries((before) => before + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is asked for by its number.
  useEffect(() => {
    if (questId === undefined) return;
    let isCurrent = true;
    fetchQuest(questId).then(
      ({ protocol }) => {
        if (isCurrent) setFound({ state: "known", stored: storedOf(protocol) });
      },
      () => {
        if (isCurrent) setFound({ state: "failed", retry });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [questId, tries, retry]);

  return questId === undefined ? nothing : found;
}

/** What an answer says. */
export function storedOf(written: Parameters<typeof asProtocol>[0] | null | undefined): Stored {
  return written ? { protocol: asProtocol(written), version: written.version } : { protocol: null, version: null };
}

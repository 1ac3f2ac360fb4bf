import { useEffect, useRef } from "react";
import { findComment, keepComment } from "../../foundation/api/kept-comments.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import type { QuestFormValues } from "./quest-form-values.ts";

/** What was typed and not saved. It is kept like drafts of comments: by account, for a month, until signing out. */
export type KeptForm = {
  values: QuestFormValues;
  /** What the protocol part gave, unread. */
  protocol: unknown;
  /** What was saved when it was typed. */
  base: string;
};

/** @param name of a saved quest, a copy or a new one */
export function findKeptForm(name: string): KeptForm | undefined {
  try {
    const kept = JSON.parse(findComment(currentAccount(), name)?.text ?? "null") as KeptForm | null;
    return kept?.values?.locations && typeof kept.base === "string" ? kept : undefined;
  } catch {
    return undefined;
  }
}

export const forgetKeptForm = (name: string): void => keepComment(currentAccount(), name, undefined);

const keepEveryMs = 1_000;

/** Keeps the form while it has changes. `read` is called each time. */
export function useKeptForm(name: string, isKeeping: boolean, read: () => KeptForm): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (!isKeeping) return;
    const keep = () => keepComment(currentAccount(), name, { text: JSON.stringify(latest.current()) });
    const timer = setInterval(keep, keepEveryMs);
    window.addEventListener("pagehide", keep);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [name, isKeeping]);
  const kept = useRef("");
  useEffect(() => {
    const keeping = isKeeping ? name : "";
    // The timer has ended. It may have kept once more what was already saved, while locations or the cover were.
    if (kept.current !== "" && kept.current !== keeping) forgetKeptForm(kept.current);
    kept.current = keeping;
  }, [name, isKeeping]);
}

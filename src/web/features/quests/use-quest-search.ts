import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type QuestStatus, type QuestType, questStatuses, questTypes } from "../../../contract/enums.ts";

/** The URL's search: `?q=&type=&status=`. */
export type QuestSearch = { q: string; type: QuestType | undefined; status: QuestStatus | undefined };

export type QuestSearchChange = Partial<QuestSearch>;

function memberOf<Name extends string>(names: readonly Name[], value: string | null): Name | undefined {
  return names.find((name) => name === value);
}

/** The search in the URL, for sharing and the back button. Ignores invalid values. */
export function useQuestSearch(): [
  search: QuestSearch,
  change: (changes: QuestSearchChange, options?: { replace?: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const type = memberOf(questTypes, params.get("type"));
  const status = memberOf(questStatuses, params.get("status"));
  const search = useMemo(() => ({ q, type, status }), [q, type, status]);

  const change = useCallback(
    (changes: QuestSearchChange, { replace = false } = {}) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return [search, change];
}

/** Whether anything narrows the list. */
export function isNarrowed({ q, type, status }: QuestSearch): boolean {
  return q.trim() !== "" || type !== undefined || status !== undefined;
}

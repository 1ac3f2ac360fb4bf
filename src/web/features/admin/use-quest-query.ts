import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import { questSorts } from "../../../contract/desk-tables.ts";
import { questStatuses, questTypes } from "../../../contract/enums.ts";
import type { QuestSummaryFilter, QuestSummaryQuery } from "../../../contract/quest-summaries.ts";
import { sortOfAddress } from "../../ui/table-sort.ts";

/** Filters as the address has them. An empty value removes one. */
type Changes = {
  q?: string;
  status?: string;
  type?: string;
  organization?: string;
  archived?: string;
  questions?: string;
};

/**
 * What the table shows, from the address: `?q=bark&status=IN_PROGRESS&sort=-deadline&after=…`. The browser's history keeps
 * the pages before; they are unknown if the address was opened from a link.
 */
export function useQuestQuery() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const address = search.toString();
  const { filter, query } = useMemo(() => readAddress(new URLSearchParams(address)), [address]);
  const after = search.get("after");
  const before: string[] | undefined = after === null ? [] : (state as { before?: string[] } | null)?.before;

  const change = (edit: (next: URLSearchParams) => void, options: { state?: unknown; replace?: boolean } = {}) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("after");
        edit(next);
        return next;
      },
      { preventScrollReset: true, ...options },
    );
  const goTo = (mark: string | undefined, pagesBefore: string[]) =>
    change((next) => mark && next.set("after", mark), { state: { before: pagesBefore } });

  return {
    query,
    filter,
    /** Goes to the first page. */
    setFilter: (changes: Changes) =>
      change(
        (next) => {
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
        },
        { replace: true },
      ),
    pages: {
      isLater: after !== null,
      /** How many pages came before; undefined if unknown. */
      before: before?.length,
      next: (mark: string) => goTo(mark, [...(before ?? []), after ?? ""]),
      back: () => goTo(before?.at(-1), before?.slice(0, -1) ?? []),
      reset: () => setSearch({}, { replace: true }),
    },
  };
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null | undefined) =>
  values.find((value) => value === text);

function readAddress(search: URLSearchParams): { filter: QuestSummaryFilter; query: QuestSummaryQuery } {
  const q = search.get("q")?.trim();
  const status = oneOf(questStatuses, search.get("status"));
  const type = oneOf(questTypes, search.get("type"));
  const organization = /^[1-9]\d{0,8}$/.exec(search.get("organization") ?? "")?.[0];
  const filter = {
    ...(q && { q }),
    ...(status && { status }),
    ...(type && { type }),
    ...(organization && { organization_id: Number(organization) }),
    ...(search.get("archived") === "only" && { archived: "only" as const }),
    ...(search.get("questions") === "open" && { questions: "open" as const }),
  };
  const sort = sortOfAddress(search, questSorts);
  const after = search.get("after");
  return { filter, query: { ...filter, ...(sort && { sort }), ...(after !== null && { after }) } };
}

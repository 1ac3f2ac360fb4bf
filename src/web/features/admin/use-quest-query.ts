import { useMemo, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { questStatuses, questTypes } from "../../../contract/enums.ts";
import type { QuestSummaryFilter, QuestSummaryQuery } from "../../../contract/quest-summaries.ts";
import { questSorts } from "../../../contract/quest-table.ts";
import { sortOfAddress } from "../../components/table-sort.ts";

/** As addresses have them; an organization by its number. */
type Changes = { q?: string; status?: string; type?: string; organization?: string };

/**
 * Which quests the table shows, as the address says: `?q=bark&status=IN_PROGRESS&sort=-deadline&after=…`. What the address
 * cannot say, which pages came before, the history of the browser keeps; it is unknown where somebody was sent the address.
 */
export function useQuestQuery() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [resets, setResets] = useState(0);
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
    /** Shows what is found from its first page on; empty: any. */
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
      /** How many pages came before; undefined where nobody knows. */
      before: before?.length,
      next: (mark: string) => goTo(mark, [...(before ?? []), after ?? ""]),
      back: () => goTo(before?.at(-1), before?.slice(0, -1) ?? []),
      /** All quests again. */
      reset: () => {
        setResets(resets + 1);
        setSearch({}, { replace: true });
      },
      /** Changes when what was typed is to be forgotten. */
      resets,
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
  };
  const sort = sortOfAddress(search, questSorts);
  const after = search.get("after");
  return { filter, query: { ...filter, ...(sort && { sort }), ...(after !== null && { after }) } };
}

import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { formatLocale } from "../texts/area-texts.ts";

/** Null where the cell is empty: such rows come last, whichever the direction. */
export type SortValue = string | number | null;
export type Sort = { key: string; direction: "ascending" | "descending" };

/** How the table of this page is sorted, as its address says: `?sort=deadline`, or `?sort=-deadline` the other way round. */
export function useTableSort(): { sort: Sort | undefined; sortByColumn: (key: string) => void } {
  const [search, setSearch] = useSearchParams();
  const text = search.get("sort");
  const sort: Sort | undefined = text
    ? { key: text.replace(/^-/, ""), direction: text.startsWith("-") ? "descending" : "ascending" }
    : undefined;
  return {
    sort,
    sortByColumn: (key) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.set("sort", before.get("sort") === key ? `-${key}` : key);
          // In another order the page is another one.
          next.delete("after");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** The rows in order: figures by size, words as the reader's language has them; equal ones stay as they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortValue,
  direction: Sort["direction"],
): Row[] {
  const { compare } = new Intl.Collator(formatLocale(), { numeric: true, sensitivity: "base" });
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
    })
    .map(({ row }) => row);
}

/** A list that comes in parts can only be sorted once all of it is here: fetches the rest while the address asks for an order. */
export function useWholeListWhenSorted(list: {
  items: readonly unknown[] | undefined;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}): void {
  const { sort } = useTableSort();
  const isDue = sort !== undefined && list.error === undefined && list.hasMore && !list.isLoadingMore;
  const count = list.items?.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part that has come.
  useEffect(() => {
    if (isDue) list.loadMore();
  }, [isDue, count]);
}

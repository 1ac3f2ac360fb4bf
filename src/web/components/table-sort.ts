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

/** What the address asks the server to sort by, where it is one of these columns. */
export function sortOfAddress<Column extends string>(
  search: URLSearchParams,
  columns: readonly Column[],
): Column | `-${Column}` | undefined {
  const text = search.get("sort");
  const column = columns.find((each) => each === text?.replace(/^-/, ""));
  return column && (text?.startsWith("-") ? (`-${column}` as const) : column);
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

import { useSearchParams } from "react-router";
import { formatLocale } from "../foundation/texts/area-texts.ts";

/** Null sorts last in both directions. */
export type SortValue = string | number | null;
export type Sort = { key: string; direction: "ascending" | "descending" };

/** The sort order in the URL: `?sort=deadline`, or `?sort=-deadline` for descending. */
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
          // Starts at the first page again.
          next.delete("after");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** The server's sort order from the URL; undefined if the column is unknown. */
export function sortOfAddress<Column extends string>(
  search: URLSearchParams,
  columns: readonly Column[],
): Column | `-${Column}` | undefined {
  const text = search.get("sort");
  const column = columns.find((each) => each === text?.replace(/^-/, ""));
  return column && (text?.startsWith("-") ? (`-${column}` as const) : column);
}

/** Sorts rows by number or, for text, by the reader's language. Stable. */
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

import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { type ReactNode, useSyncExternalStore } from "react";
import { lazily } from "../foundation/texts/lazily.ts";
import { classNames } from "./class-names.ts";
import styles from "./data-table.module.css";
import { tableRoles as as } from "./table-roles.ts";
import { type SortValue, sortRows, useTableSort } from "./table-sort.ts";
import { WhenFetched } from "./when-fetched.tsx";
import type { WindowedRow } from "./windowed.tsx";

const WindowedRows = lazily("WindowedRows", () => import("./windowed.tsx"));

export type Column<Row> = {
  /** Names the column in the URL's sort order. */
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Sort value; without it, the column cannot be sorted. `server`: the server sorts. */
  sortBy?: ((row: Row) => SortValue) | "server";
  /** `name`: row header. `number`: aligned to the end. `action`: no visible label. */
  kind?: "name" | "number" | "action";
  /** Set if the cells are names or codes: browsers that translate then leave them as they are. */
  isVerbatim?: true;
  className?: string | undefined;
};

/** Longer tables are windowed. Until that code is loaded, only this many rows are shown. */
const windowedFrom = 100;

/** A table. Buttons in the headers sort it; the URL has the sort order. `label` is its accessible name. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  staysTable,
}: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** It has few and narrow columns. On phones, the rows of others are cards. */
  staysTable?: true;
}) {
  const { sort, sortByColumn } = useTableSort();
  const sorting = columns.find(({ key, sortBy }) => sortBy !== undefined && key === sort?.key);
  const sortBy = sorting?.sortBy;
  const sorted = sort && typeof sortBy === "function" ? sortRows(rows, sortBy, sort.direction) : rows;
  const isLong = rows.length >= windowedFrom;
  const width = useWindowWidth();
  const rowOf = (row: Row, attributes?: WindowedRow) => (
    <tr key={rowKey(row)} {...as.row} {...attributes}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </tr>
  );
  const unwindowed = <tbody {...as.rows}>{sorted.slice(0, windowedFrom).map((row) => rowOf(row))}</tbody>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard.
    <section className={classNames(styles.frame, !staysTable && styles.cards)} aria-label={label} tabIndex={0}>
      <table
        {...as.table}
        className={styles.table}
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
      >
        <thead {...as.rows}>
          <tr {...as.row}>
            {columns.map((column) => (
              <th
                key={column.key}
                {...as.columnHeader}
                className={classNames(column.kind === "number" && styles.number, !column.sortBy && styles.unsortable)}
                aria-sort={column === sorting ? sort?.direction : undefined}
              >
                {column.sortBy ? (
                  <button
                    type="button"
                    className={`center gap-4 ${styles.sort}`}
                    onClick={() => sortByColumn(column.key)}
                  >
                    {column.label}
                    <SortIcon direction={column === sorting ? sort?.direction : undefined} />
                  </button>
                ) : column.kind === "action" ? (
                  <span className="visually-hidden">{column.label}</span>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        {isLong ? (
          <WhenFetched fallback={unwindowed}>
            <WindowedRows key={width} {...as.rows} keys={sorted.map((row) => `${label}/${rowKey(row)}`)}>
              {(index, attributes) => rowOf(sorted[index] as Row, attributes)}
            </WindowedRows>
          </WhenFetched>
        ) : (
          unwindowed
        )}
      </table>
    </section>
  );
}

/** Cached, because reading it while rendering rows forces a layout. */
let windowWidth = window.innerWidth;
window.addEventListener("resize", () => {
  windowWidth = window.innerWidth;
});

/** Another width needs new measurements of columns and rows. */
function useWindowWidth(): number {
  return useSyncExternalStore(onResize, () => windowWidth);
}
function onResize(tell: () => void) {
  window.addEventListener("resize", tell);
  return () => window.removeEventListener("resize", tell);
}

/** Names and texts, which people may have written, keep their own direction. */
function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row);
  if (column.kind === "name") {
    return (
      <th {...as.rowHeader} className={column.className}>
        <bdi translate={column.isVerbatim && "no"}>{content}</bdi>
      </th>
    );
  }
  return (
    <td
      {...as.cell}
      className={classNames(column.kind !== undefined && styles[column.kind], column.className)}
      data-label={column.kind === "action" ? undefined : column.label}
    >
      {/* One box, so that a card shows the label beside it. */}
      <div>{typeof content === "string" ? <bdi translate={column.isVerbatim && "no"}>{content}</bdi> : content}</div>
    </td>
  );
}

function SortIcon({ direction }: { direction: "ascending" | "descending" | undefined }) {
  const Icon = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  return <Icon aria-hidden="true" className={direction ? undefined : styles.unsorted} />;
}

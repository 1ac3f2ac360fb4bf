import { type HTMLAttributes, type ReactElement, useLayoutEffect, useRef, useState } from "react";
import { useWindowedRows } from "./use-windowed-rows.ts";

export type LongListProps = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as?: "ul" | "ol";
  reversed?: boolean;
  /** The items, each with its key. */
  children: readonly ReactElement[];
  itemClassName?: string | undefined;
  /** Estimated height until measured. */
  itemHeightPx: number;
  /** Including items that are not loaded yet; undefined if unknown. */
  total: number | undefined;
};

/**
 * A windowed list: only items near the window, and the focused one, are in the page. The style sheet may arrange them in
 * a grid.
 */
export function WindowedList({
  as: List = "ul",
  children: items,
  itemClassName,
  itemHeightPx,
  total,
  ...attributes
}: LongListProps) {
  const list = useRef<HTMLOListElement & HTMLUListElement>(null);
  const [{ columns, gapPx }, setLayout] = useState({ columns: 1, gapPx: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const read = () => {
      const { display, gridTemplateColumns, rowGap } = getComputedStyle(element);
      const columnsNow = display === "grid" ? gridTemplateColumns.split(" ").length : 1;
      const gapNow = Number.parseFloat(rowGap) || 0;
      setLayout((before) =>
        before.columns === columnsNow && before.gapPx === gapNow ? before : { columns: columnsNow, gapPx: gapNow },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { rows, away, beforePx, afterPx, measure, setFocusedRow } = useWindowedRows(list, {
    count: Math.ceil(items.length / columns),
    rowHeightPx: itemHeightPx,
    gapPx,
    keyOf: (row) => `${attributes.className}/${columns}/${items[row * columns]?.key}`,
  });
  const itemsOf = (row: { index: number; startPx: number }) =>
    items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
      <li
        key={item.key}
        ref={column === 0 ? measure : undefined}
        data-index={row.index}
        aria-setsize={total ?? -1}
        aria-posinset={row.index * columns + column + 1}
        className={itemClassName}
        style={row === away ? { position: "absolute", insetBlockStart: row.startPx, insetInline: 0 } : undefined}
        onFocus={() => setFocusedRow(row.index)}
      >
        {item}
      </li>
    ));
  const inPage = away ? [...rows, away].sort((one, other) => one.index - other.index) : rows;
  return (
    <List
      {...attributes}
      ref={list}
      data-windowed
      // Heights above are compensated already.
      style={{ position: "relative", overflowAnchor: "none", paddingBlock: `${beforePx}px ${afterPx}px` }}
      onBlur={() => setFocusedRow(undefined)}
    >
      {inPage.flatMap(itemsOf)}
    </List>
  );
}

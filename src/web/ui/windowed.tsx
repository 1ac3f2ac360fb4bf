import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** Last heights of rows, to restore the scroll position. */
const heightsSeen = new Map<string, number>();

type Row = { index: number; startPx: number };

type RowsInPage = {
  /** Rows near the window. */
  rows: Row[];
  /** The focused row if it is far away. */
  away: Row | undefined;
  /** Heights of the omitted rows. */
  beforePx: number;
  afterPx: number;
  /** `ref` of an element with `data-index` and the row's height. */
  measure: (element: Element | null) => void;
  /** Undefined when the focus leaves. */
  setFocusedRow: (index: number | undefined) => void;
};

/** Selects the rows of a container to render while the window scrolls. */
function useWindowedRows(
  container: RefObject<HTMLElement | null>,
  {
    count,
    rowHeightPx,
    gapPx = 0,
    keyOf,
  }: {
    count: number;
    /** Estimated height until measured. */
    rowHeightPx: number;
    gapPx?: number;
    /** Unique across lists. */
    keyOf: (index: number) => string;
  },
): RowsInPage {
  const [topPx, setTopPx] = useState(0);
  const [focused, setFocusedRow] = useState<number>();
  const isAway = (index: number, near: readonly number[]) => index < count && !near.includes(index);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => heightsSeen.get(keyOf(index)) ?? rowHeightPx,
    overscan: 6,
    gap: gapPx,
    scrollMargin: topPx,
    getItemKey: keyOf,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return focused !== undefined && isAway(focused, near)
        ? [...near, focused].sort((one, other) => one - other)
        : near;
    },
  });
  const items = virtualizer.getVirtualItems();
  // Content above the rows may grow.
  useLayoutEffect(() => {
    const top = container.current ? container.current.getBoundingClientRect().top + window.scrollY : 0;
    setTopPx((before) => (Math.abs(before - top) < 1 ? before : top));
    for (const { key, size } of items) heightsSeen.set(String(key), size);
  });
  const isBesideAnother = (index: number) => items.some((other) => Math.abs(other.index - index) === 1);
  const away = items.find(({ index }) => index === focused && items.length > 1 && !isBesideAnother(index));
  const near = items.filter((item) => item !== away);
  const rowOf = ({ index, start }: { index: number; start: number }) => ({ index, startPx: start - topPx });
  const first = near[0];
  const last = near.at(-1);
  return {
    rows: near.map(rowOf),
    away: away && rowOf(away),
    beforePx: first ? first.start - topPx : 0,
    afterPx: last ? Math.max(0, virtualizer.getTotalSize() - (last.end - topPx)) : 0,
    measure: virtualizer.measureElement,
    setFocusedRow,
  };
}

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

/** Attributes of a row. */
export type WindowedRow = HTMLAttributes<HTMLTableRowElement> & {
  ref: Ref<HTMLTableRowElement>;
  "data-index": number;
};

/** Estimated heights until measured. */
const rowHeightPx = 45;
const cardHeightPx = 260;

/**
 * A windowed table body: only rows near the window, and the focused one, are in the page. The first rows set the columns'
 * widths.
 */
export function WindowedRows({
  keys,
  children,
  ...attributes
}: Omit<HTMLAttributes<HTMLTableSectionElement>, "children"> & {
  /** Keys of the rows, unique across tables. */
  keys: readonly string[];
  children: (index: number, row: WindowedRow) => ReactNode;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [{ isOfCards, gapPx }, setLayout] = useState({ isOfCards: false, gapPx: 0 });
  useLayoutEffect(() => {
    const table = body.current?.closest("table");
    if (!body.current || !table) return;
    const { display, rowGap } = getComputedStyle(body.current);
    setLayout({ isOfCards: display === "grid", gapPx: Number.parseFloat(rowGap) || 0 });
    const headers = [...table.querySelectorAll("th[scope=col]")] as HTMLElement[];
    const setWidths = (widths: readonly string[], layout: string) => {
      for (const [index, header] of headers.entries()) header.style.width = widths[index] ?? "";
      table.style.tableLayout = layout;
    };
    if (display !== "grid")
      setWidths(
        headers.map(({ offsetWidth }) => `${offsetWidth}px`),
        "fixed",
      );
    return () => setWidths([], "");
  }, []);
  const { rows, away, beforePx, afterPx, measure, setFocusedRow } = useWindowedRows(body, {
    count: keys.length,
    rowHeightPx: isOfCards ? cardHeightPx : rowHeightPx,
    gapPx,
    keyOf: (index) => `${isOfCards}/${keys[index]}`,
  });
  const inPage = away ? [...rows, away].sort((one, other) => one.index - other.index) : rows;
  return (
    <tbody
      ref={body}
      {...attributes}
      // Heights above are compensated already.
      style={{ position: "relative", overflowAnchor: "none" }}
      onBlur={() => setFocusedRow(undefined)}
    >
      <Space heightPx={beforePx - gapPx} />
      {inPage.map(({ index, startPx }) =>
        children(index, {
          ref: measure,
          "data-index": index,
          "aria-rowindex": index + 2,
          onFocus: () => setFocusedRow(index),
          ...(away?.index === index && { style: { position: "absolute", insetBlockStart: startPx } }),
        }),
      )}
      <Space heightPx={afterPx - gapPx} />
    </tbody>
  );
}

/** A placeholder for rows that are not in the page. */
function Space({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: screen readers must ignore it.
  return <tr role="presentation" style={{ height: heightPx, padding: 0, border: 0 }} />;
}

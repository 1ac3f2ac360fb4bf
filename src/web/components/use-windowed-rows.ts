import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** How high rows were the last time, so that one who comes back stands where they stood. */
const heightsSeen = new Map<string, number>();

type Row = { index: number; startPx: number };

export type WindowedRows = {
  /** Those in sight, and some around. */
  rows: Row[];
  /** The row with the focus where it is far away: it stays in the page. */
  away: Row | undefined;
  /** What the rows that are not in the page would take. */
  beforePx: number;
  afterPx: number;
  /** The `ref` of an element with `data-index` that is as high as its row. */
  measure: (element: Element | null) => void;
  /** Undefined: the focus has left. */
  setFocusedRow: (index: number | undefined) => void;
};

/** Which of many rows of a container are to be in the page, where the window scrolls. */
export function useWindowedRows(
  container: RefObject<HTMLElement | null>,
  {
    count,
    rowHeightPx,
    gapPx = 0,
    keyOf,
  }: {
    count: number;
    /** About what one takes, until it was measured. */
    rowHeightPx: number;
    gapPx?: number;
    /** Also tells rows of one list from those of another. */
    keyOf: (index: number) => string;
  },
): WindowedRows {
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
  // What stands above the rows may grow.
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

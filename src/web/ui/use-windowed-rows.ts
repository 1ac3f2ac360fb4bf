import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** Last heights of rows, to restore the scroll position. */
const heightsSeen = new Map<string, number>();

type Row = { index: number; startPx: number };

export type WindowedRows = {
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
export function useWindowedRows(
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

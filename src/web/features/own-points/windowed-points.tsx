import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { NumberedPoint } from "./delivered-point.tsx";
import styles from "./own-points.module.css";

/** About what one takes on a phone, until it was measured. */
const rowHeightPx = 140;

/** Many data points, of which only those in sight, and some around, are in the page. What has the focus stays. */
export function WindowedPoints({
  points,
  total,
  labelledBy,
  shown,
}: {
  points: readonly NumberedPoint[];
  /** With those that have not come yet. */
  total: number | undefined;
  labelledBy: string;
  shown: (point: NumberedPoint) => ReactNode;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [topPx, setTopPx] = useState(0);
  const [focused, setFocused] = useState<number>();
  // What stands above the list may grow.
  useLayoutEffect(() => {
    const top = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0;
    setTopPx((before) => (Math.abs(before - top) < 1 ? before : top));
  });
  const virtualizer = useWindowVirtualizer({
    count: points.length,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    scrollMargin: topPx,
    getItemKey: (index) => points[index]?.dataPoint.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const isAway = focused !== undefined && focused < points.length && !indexes.includes(focused);
      return isAway ? [...indexes, focused].sort((one, other) => one - other) : indexes;
    },
  });
  return (
    <ol
      ref={list}
      className={styles.windowed}
      reversed
      aria-labelledby={labelledBy}
      style={{ height: virtualizer.getTotalSize() }}
      onBlur={() => setFocused(undefined)}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const point = points[index];
        if (!point) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            className={styles.row}
            style={{ transform: `translateY(${start - topPx}px)` }}
            onFocus={() => setFocused(index)}
          >
            <div className={styles.item}>{shown(point)}</div>
          </li>
        );
      })}
    </ol>
  );
}

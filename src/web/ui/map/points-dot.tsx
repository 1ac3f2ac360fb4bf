import type { Dot } from "./dots.ts";
import type { PlacedOnMap } from "./map-marker.tsx";
import styles from "./points-dot.module.css";

/** Data points of a map, larger the more they are. Screen readers find their numbers beside the map. */
export function PointsDot({ count, left = 0, top = 0 }: PlacedOnMap & Pick<Dot, "anchor" | "count">) {
  const sizePx = Math.min(30, 12 + 4 * Math.log2(count));
  return (
    <span
      className={styles.dot}
      style={{ width: sizePx, height: sizePx, transform: `translate(${left - sizePx / 2}px, ${top - sizePx / 2}px)` }}
      aria-hidden="true"
    >
      {count > 3 ? count : null}
    </span>
  );
}

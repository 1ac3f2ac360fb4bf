import { toLatitude, toWorld } from "../../../contract/mercator.ts";
import type { PlacedOnMap } from "./map-marker.tsx";
import type { LatLon } from "./map-view.ts";
import styles from "./points-dot.module.css";

/** Data points of a map, larger the more they are. Screen readers find their numbers beside the map. */
export function PointsDot({ count, left = 0, top = 0 }: PlacedOnMap & Pick<Dot, "anchor" | "count">) {
  const sizePx = Math.min(30, 12 + 4 * Math.log2(count));
  return (
    <span
      className={`middle strong ${styles.dot}`}
      style={{ width: sizePx, height: sizePx, transform: `translate(${left - sizePx / 2}px, ${top - sizePx / 2}px)` }}
      aria-hidden="true"
    >
      {count > 3 ? count : null}
    </span>
  );
}

type Dot = { key: string; anchor: LatLon; count: number };

/** In pixels: data points in one cell would overlap. */
const cellPx = 24;

/** Data points of the same cell of the map as one dot in their middle: a map with 1,000 marks would stutter. */
export function dotsOf(points: readonly LatLon[], zoom: number): Dot[] {
  const cells = (256 * 2 ** Math.round(zoom)) / cellPx;
  const sums = new Map<string, { x: number; y: number; count: number }>();
  for (const [latitude, longitude] of points) {
    const [x, y] = toWorld(longitude, latitude);
    const key = `${Math.floor(x * cells)}/${Math.floor(y * cells)}`;
    const sum = sums.get(key) ?? { x: 0, y: 0, count: 0 };
    sums.set(key, { x: sum.x + x, y: sum.y + y, count: sum.count + 1 });
  }
  return [...sums].map(([key, { x, y, count }]) => ({
    key,
    anchor: [toLatitude(y / count), (x / count) * 360 - 180],
    count,
  }));
}

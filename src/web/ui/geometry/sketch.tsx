import { toWorld } from "../../../contract/mercator.ts";
import type { DrawnPoint } from "../../../protocol/drawn-points.ts";
import type { GeometryKind } from "../../../protocol/geometry.ts";
import { classNames } from "../class-names.ts";
import styles from "./drawing.module.css";

const [widthPx, heightPx, marginPx] = [320, 176, 16];
/** One metre at the equator, so that a first step doesn't fill the sketch. */
const smallest = 20 / 40_075_017;

/** The shape of what was drawn, north up. It needs no map. */
export function Sketch({
  kind,
  points,
  label,
  isOpen,
}: {
  kind: GeometryKind;
  points: readonly DrawnPoint[];
  /** Read by screen readers. */
  label: string;
  /** Whether more points may follow. */
  isOpen: boolean;
}) {
  const places = points.map(({ position: [longitude, latitude] }) => toWorld(longitude, latitude));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - west, Math.max(...ys) - north];
  const scale = Math.min(
    (widthPx - 2 * marginPx) / Math.max(width, smallest),
    (heightPx - 2 * marginPx) / Math.max(height, smallest),
  );
  const pixels = places.map(([x, y]): [number, number] => [
    widthPx / 2 + (x - west - width / 2) * scale,
    heightPx / 2 + (y - north - height / 2) * scale,
  ]);
  return (
    <svg className={styles.sketch} viewBox={`0 0 ${widthPx} ${heightPx}`} role="img" aria-label={label}>
      <DrawnPath kind={kind} pixels={pixels} isOpen={isOpen} />
    </svg>
  );
}

/** A geometry through pixels. */
export function DrawnPath({
  kind,
  pixels,
  isOpen = false,
}: {
  kind: GeometryKind;
  pixels: readonly (readonly [number, number])[];
  isOpen?: boolean;
}) {
  const path = pixels.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const [first, last] = [pixels.at(0), pixels.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      {kind === "area" ? <polygon className={styles.area} points={path} /> : null}
      <polyline className={styles.path} points={path} />
      {kind === "area" ? (
        <line
          className={classNames(styles.path, isOpen && styles.closing)}
          x1={last[0]}
          y1={last[1]}
          x2={first[0]}
          y2={first[1]}
        />
      ) : null}
      <circle className={styles.start} cx={first[0]} cy={first[1]} r="6" />
      {isOpen || kind !== "area" ? <circle className={styles.end} cx={last[0]} cy={last[1]} r="6" /> : null}
    </>
  );
}

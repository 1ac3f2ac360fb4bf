import type { Place } from "../../../protocol/distance.ts";
import { offsetMeters } from "../../capture/positions/way.ts";
import type { OwnPlace } from "./spacing.ts";
import styles from "./spacing-coach.module.css";

const halfPx = 64;
const marginPx = 6;
/** Only the nearest points are drawn: more would overlap. */
const shownMax = 60;

/** The user in the middle, north up, with the required spacing as a ring, their data points, and the accuracy of each. */
export function SpacingMap({
  place,
  own,
  spacingMeters,
  label,
}: {
  place: Place & { accuracyMeters: number | null };
  own: readonly OwnPlace[];
  spacingMeters: number;
  label: string;
}) {
  const points = own
    .map((each) => ({ ...each, ...offsetMeters(place, each) }))
    .map((each) => ({ ...each, meters: Math.hypot(each.east, each.north) }))
    .sort((one, next) => one.meters - next.meters)
    .slice(0, shownMax);
  // Fits the ring, and the nearest point unless the ring would become too small.
  const reachMeters = Math.max(spacingMeters * 1.2, Math.min((points[0]?.meters ?? 0) * 1.15, spacingMeters * 4));
  const pxPerMeter = (halfPx - marginPx) / reachMeters;
  const circle = (
    east: number,
    north: number,
    radiusMeters: number | null,
    className: string | undefined,
    key?: string,
  ) =>
    radiusMeters ? (
      <circle
        key={key}
        cx={halfPx + east * pxPerMeter}
        cy={halfPx - north * pxPerMeter}
        r={Math.min(radiusMeters * pxPerMeter, halfPx * 3)}
        className={className}
      />
    ) : null;
  return (
    <svg className={styles.map} viewBox={`0 0 ${2 * halfPx} ${2 * halfPx}`} role="img" aria-label={label}>
      {points.map(({ id, east, north, accuracyMeters }) => circle(east, north, accuracyMeters, styles.uncertain, id))}
      {circle(0, 0, place.accuracyMeters, styles.uncertainHere)}
      {circle(0, 0, spacingMeters, styles.ring)}
      {points.map(({ id, east, north, number, meters }) => (
        <circle
          key={id}
          cx={halfPx + east * pxPerMeter}
          cy={halfPx - north * pxPerMeter}
          r={4}
          className={styles.point}
          data-waits={number === undefined || undefined}
          data-close={meters < spacingMeters || undefined}
        />
      ))}
      <path d={`M${halfPx} ${halfPx - 6}v12M${halfPx - 6} ${halfPx}h12`} className={styles.here} />
    </svg>
  );
}

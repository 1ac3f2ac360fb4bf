import type { WrittenFix } from "./data-points.ts";
import type { RescuePoint } from "./rescue.ts";

/** Tolerance between a fix and the data point, before or after. */
const sameMomentMs = 30_000;

/**
 * Chooses the position of a data point without one: the smallest radius within 30 seconds of capture, otherwise the
 * nearest in time. Unknown radii and times rank last.
 */
export function chooseFix(fixes: readonly WrittenFix[], capturedAt: string | null): WrittenFix | undefined {
  const radiusOf = ({ accuracy }: WrittenFix) => accuracy ?? Number.POSITIVE_INFINITY;
  const distanceMs = ({ fixed_at }: WrittenFix) =>
    fixed_at === null || capturedAt === null
      ? Number.POSITIVE_INFINITY
      : Math.abs(Date.parse(fixed_at) - Date.parse(capturedAt));
  const byRadius = (one: WrittenFix, other: WrittenFix) =>
    compare(radiusOf(one), radiusOf(other)) || compare(distanceMs(one), distanceMs(other));
  const byTime = (one: WrittenFix, other: WrittenFix) =>
    compare(distanceMs(one), distanceMs(other)) || compare(radiusOf(one), radiusOf(other));
  const ofMoment = fixes.filter((fix) => distanceMs(fix) <= sameMomentMs);
  return ofMoment.sort(byRadius)[0] ?? [...fixes].sort(byTime)[0];
}

/** Avoids Infinity − Infinity, which is NaN. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

type ChosenPosition = NonNullable<RescuePoint["position"]>;

/** The chosen position, otherwise the best fix. Null if there is none yet. */
export function positionOfRescued({
  position,
  fixes,
  captured_at,
}: Pick<RescuePoint, "position" | "fixes" | "captured_at">): ChosenPosition | null {
  if (position !== undefined) return position;
  const fix = chooseFix(fixes, captured_at);
  if (!fix) return null;
  const { source, ...where } = fix;
  return { ...where, position_source: source };
}

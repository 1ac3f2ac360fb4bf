import type { WrittenFix } from "./data-points.ts";
import type { RescuePoint } from "./rescue.ts";

/** A fix of the same moment as the data point, before or behind it. */
const sameMomentMs = 30_000;

/**
 * Which of the fixes stands for the position of a data point that names none: of those within 30 seconds of the moment it was
 * captured the one with the smallest radius, else the nearest in time. A radius or a time that nobody knows is the worst.
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

/** Infinity from infinity is no number. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

type ChosenPosition = NonNullable<RescuePoint["position"]>;

/** The position that was chosen; of a data point that names none, that of its best fix. Null: it has none yet. */
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

import { metersBetween, type Place } from "../../protocol/distance.ts";
import type { PositionPrecision } from "../../protocol/public-fields.ts";

export type PublicPosition = {
  latitude: number | null;
  longitude: number | null;
  /** Radius in metres that contains the true position; null if unknown. */
  uncertainty_meters: number | null;
};

/**
 * The position that everybody may see. Rounded, never moved at random, as GBIF's guide for sensitive data says: the mean of
 * random positions would be the true one. See Chapman (2020), Current Best Practices for Generalizing Sensitive Species
 * Occurrence Data, https://doi.org/10.15468/doc-5jp4-5g10. The device's accuracy is rounded up as coarsely: it would tell
 * devices apart.
 * @param accuracy of the device, in metres
 */
export function publicPosition(
  { latitude, longitude }: Place,
  accuracy: number | null,
  precision: PositionPrecision,
): PublicPosition {
  if (precision === "hidden") return { latitude: null, longitude: null, uncertainty_meters: null };
  if (precision === "exact") {
    return { latitude, longitude, uncertainty_meters: accuracy === null ? null : Math.ceil(accuracy) };
  }
  const square = { latitude: rounded(latitude, precision), longitude: withinWorld(rounded(longitude, precision)) };
  const reach = reachOf(square, precision);
  const step = reach / accuracySteps;
  return { ...square, uncertainty_meters: Math.ceil(reach + step * Math.max(1, Math.ceil((accuracy ?? 0) / step))) };
}

/** Accuracies are rounded up to a tenth of the way to a corner of the square. An unknown one counts as the best. */
const accuracySteps = 10;

/** Rounds to a multiple, without the error of binary fractions. */
const rounded = (degrees: number, step: number): number => Number((Math.round(degrees / step) * step).toFixed(3)) + 0;

const withinWorld = (longitude: number) => (longitude === 180 ? -180 : longitude);

/** The distance from the middle of the square of positions that round to it, to its farthest corner. */
function reachOf({ latitude, longitude }: Place, step: number): number {
  const corners = [latitude - step / 2, latitude + step / 2].map((each) => ({
    latitude: Math.max(-90, Math.min(90, each)),
    longitude: longitude + step / 2,
  }));
  return Math.max(...corners.map((corner) => metersBetween({ latitude, longitude }, corner)));
}

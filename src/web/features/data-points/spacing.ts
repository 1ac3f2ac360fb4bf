import type { DataPointSummary } from "../../../contract/data-points.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { placeOf } from "../../ui/position-words.tsx";

/** The place of one of the volunteer's data points. */
export type OwnPlace = Place & {
  id: string;
  accuracyMeters: number | null;
  /** Undefined until it is uploaded. */
  number: number | undefined;
  measuredAtMs: number;
};

export type Distance = { to: OwnPlace; meters: number; uncertaintyMeters: number };

export type Spacing = {
  last: Distance;
  nearest: Distance;
  /** Closer than the protocol allows. */
  isTooClose: boolean;
  /** Far enough, unless the positions are inaccurate. */
  isUnsure: boolean;
};

/**
 * Uploaded data points and those on this phone, without denied ones and those without a position.
 * @param dataPoints the newest ones; `earlier` has the places of the rest
 */
export function ownPlacesOf(
  dataPoints: readonly Pick<
    OwnDataPoint,
    "id" | "number" | "coordinates" | "accuracy" | "review" | "captured_at" | "created_at"
  >[],
  waiting: readonly PointRecord[],
  earlier?: Pick<DataPointSummary, "first_number" | "places">,
): OwnPlace[] {
  const arrived = dataPoints.flatMap(({ coordinates, accuracy, review, captured_at, created_at, id, number }) => {
    const place = placeOf(coordinates);
    if (!place || review?.decision === "denied") return [];
    return [{ ...place, id, accuracyMeters: accuracy, number, measuredAtMs: Date.parse(captured_at ?? created_at) }];
  });
  const knownFrom = Math.min(...dataPoints.map(({ number }) => number));
  const before = (earlier?.places ?? []).flatMap(([latitude, longitude, accuracyMeters, isDenied], index) => {
    const number = (earlier?.first_number ?? 1) + index;
    if (number >= knownFrom || isDenied) return [];
    // Their time is unknown, but before the others.
    return [{ id: String(number), latitude, longitude, accuracyMeters, number, measuredAtMs: number }];
  });
  const ids = new Set(dataPoints.map(({ id }) => id));
  const here = waiting.flatMap(({ id, position, capturedAtMs, createdAtMs }) => {
    if (position === null || ids.has(id)) return [];
    const { latitude, longitude, accuracyMeters } = position;
    return [{ id, latitude, longitude, accuracyMeters, number: undefined, measuredAtMs: capturedAtMs ?? createdAtMs }];
  });
  return [...before, ...arrived, ...here];
}

/** Undefined if there is nothing to compare. */
export function spacingOf(
  place: Place & { accuracyMeters: number | null },
  own: readonly OwnPlace[],
  spacingMeters: number,
): Spacing | undefined {
  const distances = own.map((to) => ({
    to,
    meters: metersBetween(place, to),
    // Two independent errors.
    uncertaintyMeters: Math.hypot(place.accuracyMeters ?? 0, to.accuracyMeters ?? 0),
  }));
  const [first, ...others] = distances;
  if (!first) return undefined;
  const nearest = others.reduce((one, other) => (other.meters < one.meters ? other : one), first);
  const last = others.reduce((one, other) => (other.to.measuredAtMs > one.to.measuredAtMs ? other : one), first);
  const isTooClose = nearest.meters < spacingMeters;
  const isUnsure =
    !isTooClose && distances.some(({ meters, uncertaintyMeters }) => meters - uncertaintyMeters < spacingMeters);
  return { last, nearest, isTooClose, isUnsure };
}

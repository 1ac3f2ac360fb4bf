import type { EvidenceCode } from "../../contract/desk-enums.ts";
import { evidenceWeights, thresholds } from "../../contract/evidence-scale.ts";
import type { PhotoMeasures } from "../../contract/photo-measures.ts";
import { hasFinger, hasGlare, isBlurred, isDark, isFarFromFix } from "../../contract/photo-rules.ts";
import { isFarFromStation } from "../../contract/station-rules.ts";
import { shortLabelOf } from "../../protocol/check-value.ts";
import { metersBetween } from "../../protocol/distance.ts";
import type { FactsOf, Found, NumericValue, OtherPoint, PlacedPoint, PointFacts, Spread } from "./evidence-facts.ts";

/** Increase it when a rule, threshold, weight or photo signature changes: pending data points are then rechecked. */
export const rulesVersion = 7;

/** Evidence against a data point, heaviest first, each code at most once. It decides nothing. */
export function findEvidence(facts: PointFacts): Found[] {
  const found = [
    findSamePhoto(facts),
    findSimilarPhoto(facts),
    findExifFar(facts),
    findExifTime(facts),
    findPoorAccuracy(facts),
    findOutsidePlaces(facts),
    findFarFromStation(facts),
    findTooClose(facts),
    findOutOfRange(facts),
    findOutlier(facts),
    findLate(facts),
    findNoDevicePosition(facts),
    findImpossibleTravel(facts),
    findBurst(facts),
    findDark(facts),
    findGlare(facts),
    findBlurred(facts),
    findFinger(facts),
  ];
  return found.filter((each) => each !== undefined).sort((one, other) => other.weight - one.weight);
}

function piece<Code extends EvidenceCode>(code: Code, facts: FactsOf[Code]) {
  return { code, weight: evidenceWeights[code], facts };
}

const describeOther = ({ id, isSameAdventurer, capturedAt }: OtherPoint) => ({
  other: id,
  person: isSameAdventurer ? ("same" as const) : ("another" as const),
  at: capturedAt.toISOString(),
});

const rounded = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The element with the greatest weight. */
function greatest<T>(elements: readonly T[], weigh: (element: T) => number): T | undefined {
  return elements.reduce<T | undefined>(
    (best, each) => (best === undefined || weigh(each) > weigh(best) ? each : best),
    undefined,
  );
}

const nearest = <T>(elements: readonly T[], measure: (element: T) => number) =>
  greatest(elements, (each) => -measure(each));

/** Another data point has or had the same file. */
export function findSamePhoto({ samePhotos }: PointFacts): Found<"same_photo"> | undefined {
  const first = nearest(samePhotos, ({ capturedAt }) => capturedAt.getTime());
  return first && piece("same_photo", { ...describeOther(first), others: samePhotos.length - 1 });
}

/** Another data point has a very similar photo. Same files are reported by the rule above. */
export function findSimilarPhoto({ similarPhotos, samePhotos }: PointFacts): Found<"similar_photo"> | undefined {
  const same = new Set(samePhotos.map(({ id }) => id));
  const near = similarPhotos.filter(
    ({ id, differentBits }) => differentBits <= thresholds.similarPhotoBits && !same.has(id),
  );
  const nearestOne = nearest(near, ({ differentBits }) => differentBits);
  if (!nearestOne) return undefined;
  return piece("similar_photo", {
    ...describeOther(nearestOne),
    different: nearestOne.differentBits,
    others: near.length - 1,
  });
}

/** The photo's position is farther from the fix than the fix's radius plus a camera's error. */
export function findExifFar({ place, accuracy, photos }: PointFacts): Found<"exif_far"> | undefined {
  const distances = photos.flatMap(({ exifPlace }) => (exifPlace ? [metersBetween(place, exifPlace)] : []));
  const distance = greatest(distances, (each) => each);
  if (distance === undefined || !isFarFromFix(distance, accuracy)) return undefined;
  return piece("exif_far", { distance: rounded(distance), accuracy });
}

/** The camera's time differs from the data point's. Photos without a time zone get an extra hour. */
export function findExifTime({ capturedAt, photos }: PointFacts): Found<"exif_time"> | undefined {
  if (capturedAt === null) return undefined;
  const gaps = photos.flatMap(({ cameraTime }) => {
    if (!cameraTime) return [];
    const seconds = (cameraTime.at.getTime() - capturedAt.getTime()) / 1000;
    const limit = cameraTime.zone === null ? thresholds.exifTimeSeconds : thresholds.exifTimeWithoutZoneSeconds;
    return Math.abs(seconds) > limit ? [{ ...cameraTime, seconds }] : [];
  });
  const widest = greatest(gaps, ({ seconds }) => Math.abs(seconds));
  if (!widest) return undefined;
  return piece("exif_time", {
    taken: widest.at.toISOString(),
    zone: widest.zone,
    gap: rounded(Math.abs(widest.seconds)),
    order: widest.seconds < 0 ? "before" : "after",
  });
}

/** The fix is inaccurate, or its accuracy is unknown. */
export function findPoorAccuracy({ accuracy, source }: PointFacts): Found<"poor_accuracy"> | undefined {
  const isPoor = accuracy === null ? source === "device" : accuracy > thresholds.poorAccuracyMeters;
  return isPoor ? piece("poor_accuracy", { accuracy }) : undefined;
}

/** Far from every location of the quest. */
export function findOutsidePlaces({ place, accuracy, questPlaces }: PointFacts): Found<"outside_places"> | undefined {
  const measured = questPlaces.map((each) => ({ name: each.name, distance: metersBetween(place, each) }));
  const closest = nearest(measured, ({ distance }) => distance);
  if (!closest || closest.distance <= thresholds.outsidePlacesMeters + (accuracy ?? 0)) return undefined;
  return piece("outside_places", { distance: rounded(closest.distance), place: closest.name });
}

/** Farther from its station than the position's radius and a margin: maybe it belongs to another one. */
export function findFarFromStation({ place, accuracy, station }: PointFacts): Found<"far_from_station"> | undefined {
  if (!station) return undefined;
  const distance = metersBetween(place, station);
  if (!isFarFromStation(distance, accuracy)) return undefined;
  return piece("far_from_station", { distance: rounded(distance), station: station.name, accuracy });
}

/** Closer to another data point than the protocol's minimum. Reviewers see both accuracies and judge. */
export function findTooClose({ place, accuracy, near, spacingMeters }: PointFacts): Found<"too_close"> | undefined {
  if (spacingMeters === undefined) return undefined;
  const measured = near.map((each) => ({ ...each, distance: metersBetween(place, each.place) }));
  const closest = nearest(measured, ({ distance }) => distance);
  if (!closest || closest.distance >= spacingMeters) return undefined;
  return piece("too_close", {
    ...describeOther(closest),
    distance: rounded(closest.distance, 1),
    spacing: rounded(spacingMeters, 1),
    accuracy,
    otherAccuracy: closest.accuracy,
  });
}

const describeValue = ({ field, value, row }: NumericValue) => ({
  label: JSON.stringify(shortLabelOf(field)),
  unit: field.unit ?? null,
  value,
  ...(row !== undefined && { row }),
});

/** Outside the protocol's expected range; the first such value. */
export function findOutOfRange({ values }: PointFacts): Found<"out_of_range"> | undefined {
  for (const each of values) {
    const { expected_min: min, expected_max: max } = each.field;
    if (min !== undefined && each.value < min) {
      return piece("out_of_range", { ...describeValue(each), side: "below", bound: min });
    }
    if (max !== undefined && each.value > max) {
      return piece("out_of_range", { ...describeValue(each), side: "above", bound: max });
    }
  }
  return undefined;
}

/**
 * The modified z-score, 0.6745 (x - median) / MAD (B. Iglewicz and D. C. Hoaglin, How to Detect and Handle Outliers,
 * 1993). Undefined for too few values, and if more than half are equal, because MAD is then 0.
 */
export function robustZ(value: number, { count, median, deviation }: Spread): number | undefined {
  if (count < thresholds.outlierCountMin || deviation <= 0) return undefined;
  const z = (0.6745 * (value - median)) / deviation;
  return Number.isFinite(z) ? z : undefined;
}

/** A value far from the quest's others; the farthest of several. */
export function findOutlier({ values }: PointFacts): Found<"outlier"> | undefined {
  const far = values.flatMap((each) => {
    const z = each.spread && robustZ(each.value, each.spread);
    return z !== undefined && Math.abs(z) > thresholds.outlierZ ? [{ ...each, spread: each.spread as Spread, z }] : [];
  });
  const farthest = greatest(far, ({ z }) => Math.abs(z));
  if (!farthest) return undefined;
  const { median, deviation, count } = farthest.spread;
  return piece("outlier", { ...describeValue(farthest), median, deviation, count, z: rounded(farthest.z, 1) });
}

/** Captured after the end of the quest or participation. */
export function findLate({ isLate, arrivedAt, capturedAt }: PointFacts): Found<"late"> | undefined {
  if (!isLate) return undefined;
  return piece("late", { arrived: arrivedAt.toISOString(), captured: capturedAt?.toISOString() ?? null });
}

/** No device measured the position. */
export function findNoDevicePosition({ source }: PointFacts): Found<"no_device_position"> | undefined {
  return source === "device" ? undefined : piece("no_device_position", { source });
}

/** Captured closer in time to the volunteer's previous or next data point than one takes. */
export function findBurst({ capturedAt, minutesPerPoint, inTime }: PointFacts): Found<"burst"> | undefined {
  if (capturedAt === null || minutesPerPoint === undefined) return undefined;
  const gaps = inTime.map((each) => ({
    id: each.id,
    seconds: (capturedAt.getTime() - each.capturedAt.getTime()) / 1000,
  }));
  const closest = nearest(gaps, ({ seconds }) => Math.abs(seconds));
  if (!closest || Math.abs(closest.seconds) >= minutesPerPoint * 60) return undefined;
  return piece("burst", {
    other: closest.id,
    gap: rounded(Math.abs(closest.seconds)),
    order: closest.seconds < 0 ? "before" : "after",
    minutes: minutesPerPoint,
  });
}

/** Seconds for the fastest journey by road, rail or air. */
export function leastTravelSeconds(meters: number): number {
  return Math.min(meters / thresholds.travelSpeed, thresholds.flightGroundSeconds + meters / thresholds.flightSpeed);
}

/** The distance to another data point, the time between them, and the least time needed. */
function measureTravel({ place, accuracy }: PointFacts, capturedAt: Date, to: PlacedPoint) {
  const distance = metersBetween(place, to.place);
  const surelyMeters = Math.max(0, distance - (accuracy ?? 0) - (to.accuracy ?? 0) - thresholds.travelMeters);
  const seconds = (capturedAt.getTime() - to.capturedAt.getTime()) / 1000;
  return { id: to.id, distance, seconds, least: leastTravelSeconds(surelyMeters) };
}

/** The time between two data points is too short to travel, so a position or time is wrong. */
export function findImpossibleTravel(facts: PointFacts): Found<"impossible_travel"> | undefined {
  const { capturedAt, onTheWay } = facts;
  if (capturedAt === null) return undefined;
  const ways = onTheWay.map((other) => measureTravel(facts, capturedAt, other));
  const missing = ({ least, seconds }: (typeof ways)[number]) => least - Math.abs(seconds);
  const worst = greatest(ways, missing);
  if (!worst || missing(worst) <= 0) return undefined;
  return piece("impossible_travel", {
    other: worst.id,
    distance: rounded(worst.distance),
    gap: rounded(Math.abs(worst.seconds)),
    order: worst.seconds < 0 ? "before" : "after",
    least: Math.ceil(worst.least),
  });
}

const signaturesOf = (photos: PointFacts["photos"]) =>
  photos.flatMap(({ signature }): PhotoMeasures[] => (signature ? [signature] : []));

/** A photo is almost black. */
export function findDark({ photos }: PointFacts): Found<"dark"> | undefined {
  const darkest = nearest(signaturesOf(photos).filter(isDark), ({ brightness }) => brightness);
  if (!darkest) return undefined;
  return piece("dark", {
    brightness: rounded(darkest.brightness),
    darkPercent: rounded(darkest.darkShare * 100),
  });
}

/** Much of a photo is pure white. */
export function findGlare({ photos }: PointFacts): Found<"glare"> | undefined {
  const whitest = greatest(signaturesOf(photos), ({ whiteShare }) => whiteShare);
  return whitest && hasGlare(whitest) ? piece("glare", { whitePercent: rounded(whitest.whiteShare * 100) }) : undefined;
}

/** A photo has no sharp edges. */
export function findBlurred({ photos }: PointFacts): Found<"blurred"> | undefined {
  const softest = nearest(signaturesOf(photos), ({ sharpness }) => sharpness);
  if (!softest || !isBlurred(softest)) return undefined;
  return piece("blurred", { sharpness: rounded(softest.sharpness, 1) });
}

/** Something like a finger covers a part of a photo. */
export function findFinger({ photos }: PointFacts): Found<"finger"> | undefined {
  const worst = greatest(signaturesOf(photos), ({ fingerShare }) => fingerShare);
  return worst && hasFinger(worst) ? piece("finger", { fingerPercent: rounded(worst.fingerShare * 100) }) : undefined;
}

import { fixCountMax, treeTask } from "../../../contract/limits.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import type { Position } from "../../outbox/record.ts";
import type { Fix } from "../fixes/fixes.ts";

/** Decides which fixes show where a data point was measured, by the time of its first photo. Device time. */

/** A fix that is older than the photo by more than this belongs to an earlier place. */
export const staleAfterMs = 30_000;
/** A fix farther from the photo's position than this belongs to another spot. */
export const spotRadiusMeters = 50;
/** The longest that a volunteer measures at one place. Until then, the first fix counts as the photo's. */
export const stillThereMs = treeTask.minutesPerSample.max * 60_000;

/**
 * People on foot prefer 1.4 m/s (R. C. Browning et al., Effects of obesity and sex on the energetic cost and preferred speed of
 * walking, J. Appl. Physiol. 100, 2006).
 */
const walkingMetersPerSecond = 1.4;

/** Radius of a fix at another time: its own radius plus the distance walked. */
export function uncertaintyAt({ accuracyMeters, fixedAtMs }: Pick<Fix, "accuracyMeters" | "fixedAtMs">, atMs: number) {
  return accuracyMeters + (walkingMetersPerSecond * Math.abs(atMs - fixedAtMs)) / 1000;
}

export const positionOf = ({ latitude, longitude, accuracyMeters, fixedAtMs }: Fix): Position => ({
  latitude,
  longitude,
  accuracyMeters,
  fixedAtMs,
  source: "device",
});

/** Current, not remembered, and at most 30 s older than the moment. */
export const isOfMoment = (fix: Fix, momentMs: number): boolean =>
  !fix.isRemembered && fix.fixedAtMs >= momentMs - staleAfterMs;

/** The best fix for a moment; undefined if there is none. */
export function bestFixOf(fixes: readonly Fix[], momentMs: number): Fix | undefined {
  let best: Fix | undefined;
  for (const fix of fixes) {
    if (!isOfMoment(fix, momentMs)) continue;
    if (!best || uncertaintyAt(fix, momentMs) < uncertaintyAt(best, momentMs)) best = fix;
  }
  return best;
}

/**
 * Whether a late fix still shows the photo's position. After saving, the volunteer may walk on, so it has to come within
 * half a minute after the photo.
 */
export function isStillOfMoment(fix: Fix, momentMs: number, isSaved: boolean): boolean {
  return isOfMoment(fix, momentMs) && fix.fixedAtMs <= momentMs + (isSaved ? staleAfterMs : stillThereMs);
}

/** Whether the device's current fix may be used for a photo of that time. */
export const isTakenNow = (takenAtMs: number | null, nowMs: number): takenAtMs is number =>
  takenAtMs !== null && nowMs - takenAtMs <= staleAfterMs;

/** Whether a position is within 50 m of the spot, or within the spot's radius. */
export const isOfSpot = (position: Position | Fix, spot: Position): boolean =>
  metersBetween(spot, position) <= Math.max(spotRadiusMeters, spot.accuracyMeters ?? 0);

const radiusOf = ({ accuracyMeters }: Position) => accuracyMeters ?? Number.POSITIVE_INFINITY;

/**
 * Adds a position without duplicates. Keeps the 50 most accurate ones, and all that do not come from the device.
 */
export function withPosition(seen: readonly Position[], incoming: Position): readonly Position[] {
  if (seen.some((each) => isSame(each, incoming))) return seen;
  const all = [...seen, incoming];
  if (all.length <= fixCountMax) return all;
  const weight = (position: Position) => (position.source === "device" ? radiusOf(position) : -1);
  const worst = all.reduce((one, other) => (weight(other) >= weight(one) ? other : one));
  const kept = all.filter((each) => each !== worst);
  return worst === incoming ? seen : kept;
}

const isSame = (one: Position, other: Position) =>
  one.source === other.source &&
  one.fixedAtMs === other.fixedAtMs &&
  one.latitude === other.latitude &&
  one.longitude === other.longitude &&
  one.accuracyMeters === other.accuracyMeters;

/** Offers another fix only if it gains at least two metres and three tenths of the radius. */
const worthwhileMeters = 2;
const worthwhileShare = 0.7;

/** The most accurate fix of the spot if it is clearly better. The app only offers it. */
export function findBetterFix(position: Position, seen: readonly Position[]): Position | undefined {
  let best: Position | undefined;
  for (const each of seen) {
    if (each.source !== "device" || !isOfSpot(each, position)) continue;
    if (!best || radiusOf(each) < radiusOf(best)) best = each;
  }
  // Positions given by hand stay, and so do those without a radius.
  if (!best || position.accuracyMeters === null || position.source === "map" || position.source === "manual") {
    return undefined;
  }
  const limit = Math.min(position.accuracyMeters - worthwhileMeters, position.accuracyMeters * worthwhileShare);
  return radiusOf(best) <= limit ? best : undefined;
}

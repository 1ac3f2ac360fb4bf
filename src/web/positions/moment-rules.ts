import { fixCountMax, treeTask } from "../../contract/limits.ts";
import type { Position } from "../outbox/record.ts";
import { metersBetween } from "./distance.ts";
import type { Fix } from "./fixes.ts";

/**
 * The fix belongs to the moment. Which of the device's fixes say where a data point was measured, decided from the moment of its
 * first photo; times are by the device's clock.
 */

/** A fix that is older than the photo by more than this says where somebody was before it. */
export const staleAfterMs = 30_000;
/** A fix farther from the photo's place than this is of another spot. */
export const spotRadiusMeters = 50;
/** So long a volunteer measures at one place, at the most: until then the first fix that comes is taken for the photo's. */
export const stillThereMs = treeTask.minutesPerSample.max * 60_000;

/**
 * People on foot prefer 1.4 m/s (R. C. Browning et al., Effects of obesity and sex on the energetic cost and preferred speed of
 * walking, J. Appl. Physiol. 100, 2006).
 */
const walkingMetersPerSecond = 1.4;

/** How far from a fix somebody may be at another time who walks at most: its radius, and the way there. */
export function uncertaintyAt({ accuracyMeters, fixedAtMs }: Pick<Fix, "accuracyMeters" | "fixedAtMs">, atMs: number) {
  return accuracyMeters + (walkingMetersPerSecond * Math.abs(atMs - fixedAtMs)) / 1000;
}

/** Of now, not remembered, and at most 30 s older than the moment. */
export const isOfMoment = (fix: Fix, momentMs: number): boolean =>
  !fix.isRemembered && fix.fixedAtMs >= momentMs - staleAfterMs;

/** The fix that says best where somebody is at that moment; undefined where none may. */
export function bestFixOf(fixes: readonly Fix[], momentMs: number): Fix | undefined {
  let best: Fix | undefined;
  for (const fix of fixes) {
    if (!isOfMoment(fix, momentMs)) continue;
    if (!best || uncertaintyAt(fix, momentMs) < uncertaintyAt(best, momentMs)) best = fix;
  }
  return best;
}

/**
 * Whether the first fix that came after a photo without one says where that was. Once the data point is saved its volunteer
 * walks on: then it must be of the half minute after the photo.
 */
export function isStillOfMoment(fix: Fix, momentMs: number, isSaved: boolean): boolean {
  return isOfMoment(fix, momentMs) && fix.fixedAtMs <= momentMs + (isSaved ? staleAfterMs : stillThereMs);
}

/** Whether the device's fix of now may stand for a photo that was taken at that time without a word of the volunteer. */
export const isTakenNow = (takenAtMs: number | null, nowMs: number): boolean =>
  takenAtMs !== null && nowMs - takenAtMs <= staleAfterMs;

/** Whether two positions are of one spot: within 50 m, or within the radius of the one that the other is measured against. */
export const isOfSpot = (position: Position | Fix, spot: Position): boolean =>
  metersBetween(spot, position) <= Math.max(spotRadiusMeters, spot.accuracyMeters ?? 0);

const radiusOf = ({ accuracyMeters }: Position) => accuracyMeters ?? Number.POSITIVE_INFINITY;

/**
 * The positions seen so far with another one: at most 50, the most accurate ones; those that the device did not give stay
 * whatever their accuracy. The same position is kept once.
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

/** A gain that is worth a word: two metres at least, and three tenths of the radius. */
const worthwhileMeters = 2;
const worthwhileShare = 0.7;

/** The most accurate of the device's fixes of that spot, where it is clearly better than the position: to be offered, never taken. */
export function findBetterFix(position: Position, seen: readonly Position[]): Position | undefined {
  let best: Position | undefined;
  for (const each of seen) {
    if (each.source !== "device" || !isOfSpot(each, position)) continue;
    if (!best || radiusOf(each) < radiusOf(best)) best = each;
  }
  // What somebody placed or typed is theirs, and a photo's own place is judged by its radius where it says one.
  if (!best || position.accuracyMeters === null || position.source === "map" || position.source === "manual") {
    return undefined;
  }
  const limit = Math.min(position.accuracyMeters - worthwhileMeters, position.accuracyMeters * worthwhileShare);
  return radiusOf(best) <= limit ? best : undefined;
}

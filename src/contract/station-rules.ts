/** Rules of stations for phone and server. */

/** Ours, metres beyond the fix's radius: somebody this far away stands elsewhere. */
export const stationReachMeters = 50;

export const isFarFromStation = (distanceMeters: number, accuracyMeters: number | null): boolean =>
  distanceMeters > stationReachMeters + (accuracyMeters ?? 0);

const dayMs = 24 * 60 * 60_000;

/** Whether a station is to be measured: never was, or not since `repeatDays`. */
export function isDue(measuredAt: string | undefined, repeatDays: number | null, nowMs: number): boolean {
  if (measuredAt === undefined) return true;
  return repeatDays !== null && Date.parse(measuredAt) + repeatDays * dayMs <= nowMs;
}

import { uploadGeolocation } from "../../../contract/limits.ts";

/** In degrees. */
type Place = { latitude: number; longitude: number };

/** Where the device says it is. */
export type Fix = {
  latitude: number;
  longitude: number;
  accuracyMeters: number;
  fixedAtMs: number;
  /** Older than the question: the device remembered it, whatever age it was asked for. Good to show, not to send. */
  isRemembered: boolean;
};

/** A live fix of at most this age stands for "here and now" when a data point is sent. */
const freshForMs = 20_000;

const isFresh = (fix: Fix, nowMs: number) => nowMs - fix.fixedAtMs <= freshForMs;

/** Whether a fix says where a data point is that is measured now. */
export const isOfNow = (fix: Fix, nowMs: number) => !fix.isRemembered && isFresh(fix, nowMs);

/** While somebody stands at their tree the better fix is kept; one that is old, or left behind, gives way to any other. */
export function betterFix(kept: Fix | undefined, incoming: Fix): Fix {
  if (!kept || kept.isRemembered || !isFresh(kept, incoming.fixedAtMs)) return incoming;
  const hasMoved = metersBetween(kept, incoming) > kept.accuracyMeters + incoming.accuracyMeters;
  return hasMoved || incoming.accuracyMeters <= kept.accuracyMeters ? incoming : kept;
}

const metersPerDegree = 111_320;

/** On a plane, which will do for somebody on foot. */
export function metersBetween(one: Place, other: Place): number {
  const north = (one.latitude - other.latitude) * metersPerDegree;
  const east = (one.longitude - other.longitude) * metersPerDegree * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** The answer to a question asked at `askedAtMs`. */
export function toFix({ coords, timestamp }: GeolocationPosition, askedAtMs: number): Fix {
  return {
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracyMeters: coords.accuracy,
    fixedAtMs: timestamp,
    isRemembered: timestamp < askedAtMs,
  };
}

export const positionOptions = (highAccuracy: boolean): PositionOptions => ({
  timeout: uploadGeolocation.timeoutMs,
  maximumAge: uploadGeolocation.maximumAgeMs,
  enableHighAccuracy: highAccuracy,
});

/** Asks the device once, for a position of now. Rejects where it has no position, or may not tell. */
export function locateOnce(highAccuracy: boolean): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error("geolocation unavailable"));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(toFix(position, 0)),
      (error) => reject(new Error(error.message)),
      positionOptions(highAccuracy),
    );
  });
}

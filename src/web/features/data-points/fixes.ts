import { uploadGeolocation } from "../../../contract/limits.ts";

/** Where the device says it is. */
export type Fix = { latitude: number; longitude: number; accuracyMeters: number; fixedAtMs: number };

/** A live fix of at most this age stands for "here and now" when a data point is sent. */
const freshForMs = 20_000;

export const isFresh = (fix: Fix, nowMs: number) => nowMs - fix.fixedAtMs <= freshForMs;

/** While somebody stands at their tree the better fix is kept; one that has grown old gives way to any other. */
export function betterFix(kept: Fix | undefined, incoming: Fix): Fix {
  if (!kept || !isFresh(kept, incoming.fixedAtMs)) return incoming;
  return incoming.accuracyMeters <= kept.accuracyMeters ? incoming : kept;
}

export function toFix({ coords, timestamp }: GeolocationPosition): Fix {
  return {
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracyMeters: coords.accuracy,
    fixedAtMs: timestamp,
  };
}

export const positionOptions = (highAccuracy: boolean): PositionOptions => ({
  timeout: uploadGeolocation.timeoutMs,
  maximumAge: uploadGeolocation.maximumAgeMs,
  enableHighAccuracy: highAccuracy,
});

/** Asks the device once. Rejects where it has no position, or may not tell. */
export function locateOnce(highAccuracy: boolean): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error("geolocation unavailable"));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(toFix(position)),
      (error) => reject(new Error(error.message)),
      positionOptions(highAccuracy),
    );
  });
}

import { uploadGeolocation } from "../../contract/limits.ts";
import type { Position } from "../outbox/record.ts";

/** Where the device says it is. */
export type Fix = {
  latitude: number;
  longitude: number;
  accuracyMeters: number;
  fixedAtMs: number;
  /** Older than the question: the device remembered it, whatever age it was asked for. Good to show, not to keep. */
  isRemembered: boolean;
};

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

export const positionOf = ({ latitude, longitude, accuracyMeters, fixedAtMs }: Fix): Position => ({
  latitude,
  longitude,
  accuracyMeters,
  fixedAtMs,
  source: "device",
});

export const positionOptions = (highAccuracy: boolean): PositionOptions => ({
  timeout: uploadGeolocation.timeoutMs,
  maximumAge: uploadGeolocation.maximumAgeMs,
  enableHighAccuracy: highAccuracy,
});

/** The device has no position, or may not tell it. */
export class NoFixError extends Error {
  constructor(readonly isRefused: boolean) {
    super("The device tells no position.");
  }
}

export const refusedCode = 1;

/**
 * Asks the device once, for a position of now: it may remember none, so the answer is no older than the question, whatever its
 * clock says. That may be the satellites', and this device's may go wrong.
 * @throws NoFixError
 */
export function locateOnce(highAccuracy: boolean): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new NoFixError(false));
      return;
    }
    const askedAtMs = Date.now();
    navigator.geolocation.getCurrentPosition(
      (position) => resolve({ ...toFix(position, 0), fixedAtMs: Math.max(askedAtMs, position.timestamp) }),
      ({ code }) => reject(new NoFixError(code === refusedCode)),
      positionOptions(highAccuracy),
    );
  });
}

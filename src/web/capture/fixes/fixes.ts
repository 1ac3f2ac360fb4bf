import { uploadGeolocation } from "../../../contract/limits.ts";

/** A position from the device. */
export type Fix = {
  latitude: number;
  longitude: number;
  accuracyMeters: number;
  fixedAtMs: number;
  /** Older than the request: only for display. */
  isRemembered: boolean;
};

/** Converts the answer to a request made at `askedAtMs`. */
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

/** The device has no position or permission. */
export class NoFixError extends Error {
  constructor(readonly isRefused: boolean) {
    super("The device tells no position.");
  }
}

export const refusedCode = 1;

/**
 * Requests one current fix. It is never older than the request, even if the device's clock and the satellites' differ.
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

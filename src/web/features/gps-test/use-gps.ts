import { useCallback, useEffect, useRef, useState } from "react";
import { gpsTestTimeoutMs } from "../../../contract/desk-limits.ts";
import type { Coordinates } from "../../../contract/scalars.ts";

export type Gps =
  | { state: "unavailable" }
  | { state: "retrieving" }
  | { state: "failed" }
  | { state: "found"; coordinates: Coordinates; accuracyMeters: number };

/** Requests the position at once, and again on `refresh` or a change of mode. */
export function useGps(highAccuracy: boolean): { gps: Gps; refresh: () => void } {
  const [gps, setGps] = useState<Gps>({ state: "retrieving" });
  const latest = useRef(0);

  const refresh = useCallback(() => {
    if (!navigator.geolocation) {
      setGps({ state: "unavailable" });
      return;
    }
    setGps({ state: "retrieving" });
    latest.current += 1;
    const asked = latest.current;
    const answer = (next: Gps) => {
      if (asked === latest.current) setGps(next);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        answer({ state: "found", coordinates: [latitude, longitude], accuracyMeters: accuracy }),
      () => answer({ state: "failed" }),
      { timeout: gpsTestTimeoutMs, enableHighAccuracy: highAccuracy, maximumAge: 0 },
    );
  }, [highAccuracy]);

  useEffect(refresh, [refresh]);
  return { gps, refresh };
}

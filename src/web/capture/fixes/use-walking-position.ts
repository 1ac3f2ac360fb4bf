import { useCallback, useEffect, useRef, useState } from "react";
import { type Fix, refusedCode, toFix } from "./fixes.ts";

export type WalkingPosition = {
  status: "searching" | "found" | "refused" | "failed" | "unavailable";
  fix: Fix | undefined;
  tryAgain: () => void;
};

/** Accepts an older position, because Chromium reports nothing new beside another watch on a device at rest. */
const acceptedAgeMs = 60_000;

/** Watches the device's position while the user walks. The browser may prompt first. */
export function useWalkingPosition(onFix: (fix: Fix) => void, maximumAge = acceptedAgeMs): WalkingPosition {
  const [attempt, setAttempt] = useState(0);
  const [fix, setFix] = useState<Fix>();
  const [status, setStatus] = useState<WalkingPosition["status"]>(() =>
    navigator.geolocation ? "searching" : "unavailable",
  );
  const tell = useRef(onFix);
  tell.current = onFix;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks anew.
  useEffect(() => {
    if (!navigator.geolocation?.watchPosition) return;
    const started = navigator.geolocation.watchPosition(
      (position) => {
        const found = toFix(position, 0);
        setFix(found);
        setStatus("found");
        tell.current(found);
      },
      // Keeps the last fix.
      ({ code }) => setStatus((before) => (before === "found" ? before : code === refusedCode ? "refused" : "failed")),
      { enableHighAccuracy: true, maximumAge, timeout: 30_000 },
    );
    // iPhones end the watch of a page that was hidden, and don't say so.
    const watchAgain = () => document.hidden || setAttempt((before) => before + 1);
    document.addEventListener("visibilitychange", watchAgain);
    return () => {
      document.removeEventListener("visibilitychange", watchAgain);
      navigator.geolocation.clearWatch(started);
    };
  }, [attempt, maximumAge]);
  const tryAgain = useCallback(() => {
    setStatus("searching");
    setAttempt((before) => before + 1);
  }, []);
  return { status, fix, tryAgain };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { betterFix, type Fix, isOfNow, locateOnce, positionOptions, toFix } from "./fixes.ts";

/** `off`: not asked for yet. `refused`: the user or the device said no. `failed`: no position so far. */
export type PositionStatus = "off" | "searching" | "found" | "refused" | "failed" | "unavailable";

export type LivePosition = {
  status: PositionStatus;
  fix: Fix | undefined;
  /** Begins to watch; the browser may ask the user. */
  watch: () => void;
  /** A fix for the data point that is measured now: the live one where it is of now, a new one otherwise. Rejects without one. */
  takeFix: () => Promise<Fix>;
  /** The next data point is elsewhere: waits for another fix. */
  moveOn: () => void;
};

const refusedCode = 1;

/** Follows the device's position, so that it can settle while the tree is photographed and measured. */
export function useLivePosition(highAccuracy: boolean): LivePosition {
  /** How often watching was begun: once more after a refusal asks again. */
  const [attempt, setAttempt] = useState(0);
  const [fix, setFix] = useState<Fix>();
  const watchId = useRef<number>(undefined);
  const [status, setStatus] = useState<PositionStatus>(() => (navigator.geolocation ? "off" : "unavailable"));

  useEffect(() => {
    let isCurrent = true;
    // Somebody who has allowed it before is not made to ask for it again.
    navigator.permissions
      ?.query({ name: "geolocation" })
      .then(({ state }) => {
        if (!isCurrent) return;
        if (state === "granted") setAttempt(1);
        if (state === "denied") setStatus("refused");
      })
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, []);

  useEffect(() => {
    if (attempt === 0 || !navigator.geolocation?.watchPosition) return;
    setStatus((before) => (before === "found" ? before : "searching"));
    const askedAtMs = Date.now();
    const started = navigator.geolocation.watchPosition(
      (position) => {
        setFix((kept) => betterFix(kept, toFix(position, askedAtMs)));
        setStatus("found");
      },
      (error) => {
        // A fix that was had stays; its age tells.
        setStatus((before) => (before === "found" ? before : error.code === refusedCode ? "refused" : "failed"));
      },
      positionOptions(highAccuracy),
    );
    watchId.current = started;
    return () => navigator.geolocation.clearWatch(started);
  }, [attempt, highAccuracy]);

  const watch = useCallback(() => setAttempt((before) => before + 1), []);

  const takeFix = useCallback(async () => {
    if (fix && isOfNow(fix, Date.now())) return fix;
    // While one watches a device that does not move, Chromium has nothing new to say to anybody: it is asked afresh.
    const wasWatching = watchId.current !== undefined;
    if (watchId.current !== undefined) navigator.geolocation.clearWatch(watchId.current);
    watchId.current = undefined;
    try {
      const taken = await locateOnce(highAccuracy);
      setFix(taken);
      setStatus("found");
      return taken;
    } finally {
      if (wasWatching) setAttempt((before) => before + 1);
    }
  }, [fix, highAccuracy]);

  const moveOn = useCallback(() => {
    setFix(undefined);
    setStatus((before) => (before === "found" ? "searching" : before));
  }, []);

  return { status, fix, watch, takeFix, moveOn };
}

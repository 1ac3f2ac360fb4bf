import { useCallback, useEffect, useState } from "react";
import { betterFix, type Fix, isFresh, locateOnce, positionOptions, toFix } from "./fixes.ts";

/** `off`: not asked for yet. `refused`: the user or the device said no. `failed`: no position so far. */
export type PositionStatus = "off" | "searching" | "found" | "refused" | "failed" | "unavailable";

export type LivePosition = {
  status: PositionStatus;
  fix: Fix | undefined;
  /** Begins to watch; the browser may ask the user. */
  watch: () => void;
  /** A fix for now: the live one where it is fresh, a new one otherwise. Rejects without one. */
  takeFix: () => Promise<Fix>;
};

const refusedCode = 1;

/** Follows the device's position, so that it can settle while the tree is photographed and measured. */
export function useLivePosition(highAccuracy: boolean): LivePosition {
  const [isWatching, setIsWatching] = useState(false);
  const [fix, setFix] = useState<Fix>();
  const [status, setStatus] = useState<PositionStatus>(() => (navigator.geolocation ? "off" : "unavailable"));

  useEffect(() => {
    let isCurrent = true;
    // Somebody who has allowed it before is not made to ask for it again.
    navigator.permissions
      ?.query({ name: "geolocation" })
      .then(({ state }) => {
        if (!isCurrent) return;
        if (state === "granted") setIsWatching(true);
        if (state === "denied") setStatus("refused");
      })
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, []);

  useEffect(() => {
    if (!isWatching || !navigator.geolocation?.watchPosition) return;
    setStatus((before) => (before === "found" ? before : "searching"));
    const watchId = navigator.geolocation.watchPosition(
      (position) => {
        setFix((kept) => betterFix(kept, toFix(position)));
        setStatus("found");
      },
      (error) => {
        // A fix that was had stays; its age tells.
        setStatus((before) => (before === "found" ? before : error.code === refusedCode ? "refused" : "failed"));
      },
      positionOptions(highAccuracy),
    );
    return () => navigator.geolocation.clearWatch(watchId);
  }, [isWatching, highAccuracy]);

  const watch = useCallback(() => setIsWatching(true), []);

  const takeFix = useCallback(async () => {
    if (fix && isFresh(fix, Date.now())) return fix;
    const taken = await locateOnce(highAccuracy);
    setFix(taken);
    setStatus("found");
    return taken;
  }, [fix, highAccuracy]);

  return { status, fix, watch, takeFix };
}

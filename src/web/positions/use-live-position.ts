import { useCallback, useEffect, useRef, useState } from "react";
import { type Fix, locateOnce, NoFixError, positionOptions, refusedCode, toFix } from "./fixes.ts";
import { bestFixOf, staleAfterMs } from "./moment-rules.ts";

/** `off`: not asked for yet. `refused`: the user or the device said no. `failed`: no position so far. */
export type PositionStatus = "off" | "searching" | "found" | "refused" | "failed" | "unavailable";

export type LivePosition = {
  status: PositionStatus;
  /** The best one of now, or a remembered one until there is any. */
  fix: Fix | undefined;
  /** Begins to watch; the browser may ask the user. */
  watch: () => void;
  /** Asks for a fix of now, which comes as every other one does. */
  ask: () => void;
  /** Those that came in the last half minute. */
  recent: () => readonly Fix[];
  /** The next data point is elsewhere: waits for another fix. */
  moveOn: () => void;
};

/** Follows the device's position, so that it can settle while the tree is photographed and measured. */
export function useLivePosition(highAccuracy: boolean, onFix: (fix: Fix) => void): LivePosition {
  /** How often watching was begun: once more after a refusal asks again. */
  const [attempt, setAttempt] = useState(0);
  const [fix, setFix] = useState<Fix>();
  const [status, setStatus] = useState<PositionStatus>(() => (navigator.geolocation ? "off" : "unavailable"));
  const watchId = useRef<number>(undefined);
  const asking = useRef<Promise<void>>(undefined);
  const recent = useRef<readonly Fix[]>([]);
  const tell = useRef(onFix);
  tell.current = onFix;

  const take = useCallback((incoming: Fix) => {
    recent.current = [
      ...recent.current.filter(({ fixedAtMs }) => incoming.fixedAtMs - fixedAtMs <= staleAfterMs),
      incoming,
    ];
    setFix(bestFixOf(recent.current, incoming.fixedAtMs) ?? incoming);
    setStatus("found");
    tell.current(incoming);
  }, []);

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
    setStatus((before) => (before === "off" ? "searching" : before));
    const askedAtMs = Date.now();
    const started = navigator.geolocation.watchPosition(
      (position) => take(toFix(position, askedAtMs)),
      (error) => {
        // A fix that was had stays; its age tells.
        setStatus((before) => (before === "found" ? before : error.code === refusedCode ? "refused" : "failed"));
      },
      positionOptions(highAccuracy),
    );
    watchId.current = started;
    return () => navigator.geolocation.clearWatch(started);
  }, [attempt, highAccuracy, take]);

  const watch = useCallback(() => {
    setStatus((before) => (before === "found" || before === "unavailable" ? before : "searching"));
    setAttempt((before) => before + 1);
  }, []);

  const ask = useCallback(() => {
    asking.current ??= (async () => {
      // While one watches a device that does not move, Chromium has nothing new to say to anybody: it is asked afresh.
      if (watchId.current !== undefined) navigator.geolocation.clearWatch(watchId.current);
      watchId.current = undefined;
      setStatus((before) => (before === "found" || before === "unavailable" ? before : "searching"));
      try {
        take(await locateOnce(highAccuracy));
        setAttempt((before) => before + 1);
      } catch (error) {
        if (!navigator.geolocation) return;
        const isRefused = error instanceof NoFixError && error.isRefused;
        setStatus(isRefused ? "refused" : "failed");
        if (!isRefused) setAttempt((before) => before + 1);
      } finally {
        asking.current = undefined;
      }
    })();
  }, [highAccuracy, take]);

  const moveOn = useCallback(() => {
    recent.current = [];
    setFix(undefined);
    setStatus((before) => (before === "found" ? "searching" : before));
  }, []);

  return { status, fix, watch, ask, recent: useCallback(() => recent.current, []), moveOn };
}

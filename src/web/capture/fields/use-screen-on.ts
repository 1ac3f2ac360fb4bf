import { useEffect } from "react";

/** Keeps the screen on where the browser can: phones stop telling positions when it is off, and take the microphone. */
export function useScreenOn(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    let isOpen = true;
    let lock: WakeLockSentinel | undefined;
    async function keepOn() {
      if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
      // A low battery refuses it.
      const locked = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isOpen) lock = locked;
      else await locked?.release();
    }
    void keepOn();
    // A hidden page loses it.
    document.addEventListener("visibilitychange", keepOn);
    return () => {
      isOpen = false;
      document.removeEventListener("visibilitychange", keepOn);
      void lock?.release();
    };
  }, [isWanted]);
}

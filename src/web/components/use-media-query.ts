import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds now; follows it. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener("change", listener);
      return () => list?.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}

/** From here on list and map stand side by side. */
export const wideScreen = "(min-width: 64rem)";
export const reducedMotion = "(prefers-reduced-motion: reduce)";

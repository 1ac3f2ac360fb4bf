import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../../foundation/paths.ts";
import type { MapView } from "../../ui/map/map-view.ts";

/** The view of Home, stored in the browser's history for the back button. */
export type HomeView = {
  /** What phones show, which have room for one of them. */
  shows: "list" | "map";
  /** The map's view, once it was moved. */
  map?: MapView | undefined;
  /** The quest whose popup is open. */
  openId?: number | undefined;
  isNear?: boolean | undefined;
};

/** Browsers limit history changes to a hundred in half a minute. */
const movingPauseMs = 400;

export function useHomeView(): [view: HomeView, change: (changes: Partial<HomeView>) => void] {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const kept = (state as { home?: HomeView } | null)?.home;
  const [view, setView] = useState<HomeView>(kept ?? { shows: "list" });
  const change = useCallback((changes: Partial<HomeView>) => setView((before) => ({ ...before, ...changes })), []);

  useEffect(() => {
    const before = kept ?? { shows: "list" };
    if (JSON.stringify(before) === JSON.stringify(view)) return;
    const keep = () => {
      // The user has opened a quest meanwhile.
      if (window.location.pathname !== paths.home) return;
      void navigate({ pathname: paths.home, search }, { replace: true, state: { home: view } });
    };
    const onlyMoved = JSON.stringify({ ...before, map: 0 }) === JSON.stringify({ ...view, map: 0 });
    if (!onlyMoved) {
      keep();
      return;
    }
    const timer = setTimeout(keep, movingPauseMs);
    return () => clearTimeout(timer);
  }, [kept, view, search, navigate]);

  return [view, change];
}

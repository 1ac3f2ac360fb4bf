import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { type QuestStatus, type QuestType, questStatuses, questTypes } from "../../../contract/enums.ts";
import { paths } from "../../foundation/paths.ts";
import type { MapView } from "../../ui/map/map-view.ts";

/** The URL's search: `?q=&type=&status=`. */
export type QuestSearch = { q: string; type: QuestType | undefined; status: QuestStatus | undefined };

export type QuestSearchChange = Partial<QuestSearch>;

function memberOf<Name extends string>(names: readonly Name[], value: string | null): Name | undefined {
  return names.find((name) => name === value);
}

/** What an entry of the browser's history keeps beside the URL. */
type Kept = { home?: HomeView; isSearching?: boolean } | null;

/** A phone's search, alone under the header. It is an entry of the history, so that the back button leaves it. */
export function useSearching(): { isSearching: boolean; enter: () => void; leave: () => void } {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const isSearching = (state as Kept)?.isSearching ?? false;
  return {
    isSearching,
    enter: () => void navigate({ search }, { state: { ...state, isSearching: true } }),
    leave: () => void navigate(-1),
  };
}

/** The search in the URL, for sharing and the back button. Ignores invalid values. */
export function useQuestSearch(): [
  search: QuestSearch,
  change: (changes: QuestSearchChange, options?: { replace?: boolean }) => void,
] {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const type = memberOf(questTypes, params.get("type"));
  const status = memberOf(questStatuses, params.get("status"));
  const search = useMemo(() => ({ q, type, status }), [q, type, status]);

  const change = useCallback(
    (changes: QuestSearchChange, { replace = false } = {}) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        // One step back leaves the search, whatever was chosen in it.
        { replace: replace || ((state as Kept)?.isSearching ?? false), state },
      );
    },
    [setParams, state],
  );
  return [search, change];
}

/** Whether anything narrows the list. */
export function isNarrowed({ q, type, status }: QuestSearch): boolean {
  return q.trim() !== "" || type !== undefined || status !== undefined;
}

/** The view of Home, stored in the browser's history for the back button. */
type HomeView = {
  /** What phones show, which have room for one of them. */
  shows: "list" | "map";
  /** The map's view, once it was moved. */
  map?: MapView | undefined;
  /** The quest whose popup is open. */
  openId?: number | undefined;
};

/** Browsers limit history changes to a hundred in half a minute. */
const movingPauseMs = 400;

export function useHomeView(): [view: HomeView, change: (changes: Partial<HomeView>) => void] {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const kept = (state as Kept)?.home;
  const [view, setView] = useState<HomeView>(kept ?? { shows: "list" });
  const change = useCallback((changes: Partial<HomeView>) => setView((before) => ({ ...before, ...changes })), []);

  useEffect(() => {
    const before = kept ?? { shows: "list" };
    if (JSON.stringify(before) === JSON.stringify(view)) return;
    const keep = () => {
      // The user has opened a quest meanwhile.
      if (window.location.pathname !== paths.home) return;
      void navigate({ pathname: paths.home, search }, { replace: true, state: { ...state, home: view } });
    };
    const onlyMoved = JSON.stringify({ ...before, map: 0 }) === JSON.stringify({ ...view, map: 0 });
    if (!onlyMoved) {
      keep();
      return;
    }
    const timer = setTimeout(keep, movingPauseMs);
    return () => clearTimeout(timer);
  }, [kept, view, search, state, navigate]);

  return [view, change];
}

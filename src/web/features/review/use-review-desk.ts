import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { rowsPerPart, useListInParts } from "../../foundation/api/list-parts.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { useMediaQuery, wideScreen } from "../../ui/use-media-query.ts";
import { ReviewDesk } from "./review-desk.ts";
import { addressQueryOf, filterOf, type SampleFilter, sampleQueryOf } from "./sample-filter.ts";
import { rowIdOf } from "./sample-row.tsx";

/** The next part is fetched this many rows before the end. */
const rowsAhead = 10;

const bySample = (id: string | undefined) => (id === undefined ? undefined : { params: { id } });

/** The review desk with the list of the address. */
export function useReviewDesk() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isWide = useMediaQuery(wideScreen);
  const filter = useMemo(() => filterOf(search), [search]);
  const query = useMemo(() => sampleQueryOf(filter), [filter]);
  const { state: _state, sort: _sort, recheck: _recheck, ...counted } = query;
  const list = useListInParts("listSamples", { query: { ...query, limit: rowsPerPart } });
  const counts = useCall("countSamples", { query: counted });

  const addressOf = (sampleId?: string, shown: SampleFilter = filter) => {
    const path = sampleId === undefined ? deskPaths.samples : deskPaths.sample(sampleId);
    const words = addressQueryOf(shown).toString();
    return words === "" ? path : `${path}?${words}`;
  };
  const open = (sampleId: string | undefined) => void navigate(addressOf(sampleId));
  const changeFilter = (next: SampleFilter, { replace = false } = {}) =>
    void navigate(addressOf(isWide ? id : undefined, next), { replace, preventScrollReset: true });
  const refresh = () => void Promise.all([list.reload(), counts.mutate()]);

  const input = { id, filter, listKey: JSON.stringify(query), items: list.items, isWide };
  const [desk] = useState(() => new ReviewDesk(input));
  const state = useSyncExternalStore(desk.subscribe, desk.getState);
  useLayoutEffect(() => desk.show(input, { open, refresh }));
  useEffect(() => desk.start(), [desk]);

  useCall("getSample", bySample(state.ahead[0]));
  useCall("getSample", bySample(state.ahead[1]));
  const frame = useRef<HTMLElement>(null);
  useRowInView(frame, id, isWide);
  const { hasMore, isLoadingMore, loadMore } = list;
  const isNearEnd = id !== undefined && state.rows !== undefined && state.index >= state.rows.length - rowsAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per part.
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore]);

  return { id, filter, list, counts: counts.data, desk, state, frame, addressOf, open, changeFilter };
}

export type OpenDesk = ReturnType<typeof useReviewDesk>;

/** The part of the list's height that stays visible around the open sample. */
const margin = 0.2;

/** Keeps the row of the open sample in view. Closing a sample on a phone returns to its row. */
function useRowInView(frame: RefObject<HTMLElement | null>, id: string | undefined, isWide: boolean): void {
  const lastId = useRef(id);
  useEffect(() => {
    const shownId = id ?? lastId.current;
    const cameBack = id === undefined && lastId.current !== undefined;
    lastId.current = id;
    if (shownId === undefined || (!isWide && !cameBack)) return;
    // Runs after the page has scrolled to its top for the new address.
    const request = requestAnimationFrame(() => {
      const row = document.getElementById(rowIdOf(shownId));
      if (!row || !frame.current) return;
      if (!isWide) {
        row.scrollIntoView?.({ block: "center" });
        return;
      }
      const around = frame.current.getBoundingClientRect();
      const { top, bottom } = row.getBoundingClientRect();
      // The list can reach beyond the window.
      const end = Math.min(around.bottom, window.innerHeight);
      const room = (end - around.top) * margin;
      if (top < around.top + room) frame.current.scrollTop += top - around.top - room;
      else if (bottom > end - room) frame.current.scrollTop += bottom - end + room;
      // At the last rows, the frame has nothing more to scroll.
      row.scrollIntoView?.({ block: "nearest" });
    });
    return () => cancelAnimationFrame(request);
  }, [id, isWide, frame]);
}

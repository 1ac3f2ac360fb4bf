import { type RefObject, useEffect, useRef } from "react";
import { rowIdOf } from "./sample-row.tsx";

/** The part of the list's height that stays visible around the open sample. */
const margin = 0.2;

/** Keeps the row of the open sample in view. Closing a sample on a phone returns to its row. */
export function useRowInView(frame: RefObject<HTMLElement | null>, id: string | undefined, isWide: boolean): void {
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

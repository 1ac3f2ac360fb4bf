import { type RefObject, useEffect, useRef } from "react";
import { rowIdOf } from "./sample-row.tsx";

/** Part of the list's height that stays in sight beside the open sample. */
const margin = 0.2;

/** Keeps the row of the open sample in sight; where the list comes back instead of the sample, it comes back to its row. */
export function useRowInView(frame: RefObject<HTMLElement | null>, id: string | undefined, isWide: boolean): void {
  const lastId = useRef(id);
  useEffect(() => {
    const shownId = id ?? lastId.current;
    const cameBack = id === undefined && lastId.current !== undefined;
    lastId.current = id;
    if (shownId === undefined || (!isWide && !cameBack)) return;
    // The page scrolls to its top when the address changes: after that.
    const request = requestAnimationFrame(() => {
      const row = document.getElementById(rowIdOf(shownId));
      if (!row || !frame.current) return;
      if (!isWide) {
        row.scrollIntoView?.({ block: "center" });
        return;
      }
      const around = frame.current.getBoundingClientRect();
      const { top, bottom } = row.getBoundingClientRect();
      // The list may reach beyond the window.
      const end = Math.min(around.bottom, window.innerHeight);
      const room = (end - around.top) * margin;
      if (top < around.top + room) frame.current.scrollTop += top - around.top - room;
      else if (bottom > end - room) frame.current.scrollTop += bottom - end + room;
    });
    return () => cancelAnimationFrame(request);
  }, [id, isWide, frame]);
}

import { useState } from "react";
import type { DeskView } from "./sample-tools.tsx";

const storageKey = "samples-view";

/** Table or grid, as this browser had it last. */
export function useDeskView(): [DeskView, (view: DeskView) => void] {
  const [view, setView] = useState<DeskView>(() => (localStorage.getItem(storageKey) === "grid" ? "grid" : "list"));
  return [
    view,
    (next) => {
      localStorage.setItem(storageKey, next);
      setView(next);
    },
  ];
}

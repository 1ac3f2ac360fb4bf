import { useLayoutEffect, useRef } from "react";

const written = "textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])";

/**
 * Single-key shortcuts by `KeyboardEvent.key` in lower case. Ignored with a modifier, in text fields and while a dialog is
 * open.
 */
export function useShortcuts(shortcuts: Record<string, (() => void) | undefined>): void {
  const latest = useRef(shortcuts);
  // A layout effect, so that keys act on what is visible.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.getModifierState?.("AltGraph")) return;
      if (event.repeat || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      // Most keyboards need Shift for the question mark.
      if (event.shiftKey && key !== "?") return;
      if ((event.target as Element | null)?.closest?.(written) || document.querySelector("dialog[open]")) return;
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

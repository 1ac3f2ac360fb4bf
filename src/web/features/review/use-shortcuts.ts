import { useLayoutEffect, useRef } from "react";

const written = "textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])";

/**
 * Single keys for whoever does the same thing all day, by `KeyboardEvent.key` in lower case. They mean nothing with a modifier,
 * while something is typed, or while a dialog is open.
 */
export function useShortcuts(shortcuts: Record<string, (() => void) | undefined>): void {
  const latest = useRef(shortcuts);
  // With what is shown: a key that is pressed as it appears is meant for it.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.getModifierState?.("AltGraph")) return;
      if (event.repeat || event.defaultPrevented || event.isComposing) return;
      const key = event.key.toLowerCase();
      // Shift makes the question mark on most keyboards.
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

import { useLayoutEffect, useRef } from "react";
import { t } from "../../../../generated/web-texts/desk.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./shortcuts.module.css";

const keys = ["j", "k", "a", "d", "r", "u", "x", "escape", "question"] as const;
const symbols: Partial<Record<(typeof keys)[number], string>> = { escape: "Esc", question: "?" };

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={t("desk.help.title")} onClose={onClose}>
      <table className={styles.keys} aria-label={t("desk.help.title")}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t("desk.help.key")}</th>
            <th scope="col">{t("desk.help.what")}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row">
                <kbd translate="no">{symbols[key] ?? key.toUpperCase()}</kbd>
              </th>
              <td>{t(`desk.help.${key}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t("desk.help.note")}</p>
    </Dialog>
  );
}

const writingFields = "textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])";

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
      if ((event.target as Element | null)?.closest?.(writingFields) || document.querySelector("dialog[open]")) return;
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

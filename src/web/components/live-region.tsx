import { useEffect, useSyncExternalStore } from "react";
import { t } from "../texts/app.ts";

let message = "";
const listeners = new Set<() => void>();

/** Tells a screen reader something that sighted people see happen: results counted, a link copied, a page opened. */
export function announce(text: string): void {
  // The same words twice are only read again when the text differs.
  message = text === message ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** Stands once in the shell and speaks what `announce` was given. */
export function LiveRegion() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
  return (
    <div aria-live="polite" className="visually-hidden" data-testid="live-region">
      {text}
    </div>
  );
}

/** The page's name in the tab; and, on every change of page but the first, in the ear. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    if (document.documentElement.dataset.navigated) announce(children);
  }, [children]);
  return <title>{t("app.document.title", { page: children })}</title>;
}

import { useEffect, useSyncExternalStore } from "react";
import { t } from "../../../generated/web-texts/app.ts";
import { makeEmitter } from "../foundation/events/emitter.ts";

let message = "";
const announcement = makeEmitter();
const currentMessage = () => message;

/** Tells screen readers about a visible change, such as a copied link. */
export function announce(text: string): void {
  // Screen readers ignore a repeated text.
  message = text === message ? `${text}\u00a0` : text;
  announcement.emit();
}

/** Speaks what `announce` gets. The shell has one. */
export function LiveRegion() {
  const text = useSyncExternalStore(announcement.listen, currentMessage);
  return (
    <div aria-live="polite" className="visually-hidden" data-testid="live-region">
      {text}
    </div>
  );
}

/** Sets the document title and announces it after a navigation. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    if (document.documentElement.dataset.navigated) announce(children);
  }, [children]);
  return <title>{t("app.document.title", { page: children })}</title>;
}

import { type ReactNode, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";

/** Content in a window of its own, so that style sheets see the device's size. Links lead nowhere. */
export function DeviceFrame({
  title,
  className,
  children,
}: {
  title: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const [inner, setInner] = useState<Document>();
  const takeDocument = useCallback((frame: HTMLIFrameElement | null) => {
    setInner(frame?.contentDocument ?? undefined);
  }, []);
  useEffect(() => (inner ? dressAlike(inner) : undefined), [inner]);
  return (
    <iframe
      title={title}
      className={className}
      srcDoc="<!doctype html>"
      ref={takeDocument}
      onLoad={(event) => setInner(event.currentTarget.contentDocument ?? undefined)}
    >
      {inner?.body ? createPortal(children, inner.body) : null}
    </iframe>
  );
}

/** Language, direction and style sheets of this page, also those that arrive later. */
function dressAlike(inner: Document): () => void {
  const { lang, dir } = document.documentElement;
  Object.assign(inner.documentElement, { lang, dir });
  const copyStyles = () => {
    const styles = [...document.head.querySelectorAll("link[rel=stylesheet], style")];
    const known = new Set([...inner.head.children].map((each) => each.outerHTML));
    for (const style of styles) {
      if (!known.has(style.outerHTML)) inner.head.append(inner.importNode(style, true));
    }
  };
  const holdLinks = (event: Event) => {
    if ((event.target as Element).closest?.("a")) event.preventDefault();
  };
  copyStyles();
  const observer = new MutationObserver(copyStyles);
  observer.observe(document.head, { childList: true });
  inner.addEventListener("click", holdLinks, true);
  return () => {
    observer.disconnect();
    inner.removeEventListener("click", holdLinks, true);
  };
}

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./cut-text.module.css";

/**
 * Four lines of a text, and the rest at a press. Screen readers read all of it, and print shows it. What the browser
 * finds in it opens it.
 */
export function CutText({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  // Before it is painted, and again when letters or lines change their size.
  useLayoutEffect(() => {
    const [cut, whole] = [frame.current, text.current];
    if (!cut || !whole || isOpen) return;
    const measure = () => setIsLong(whole.offsetHeight > cut.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(whole);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <>
      <div
        ref={frame}
        className={styles.window}
        data-cut={isOpen ? undefined : isLong ? "cut" : "fits"}
        // The browser scrolls to what it has found.
        onScroll={() => setIsOpen(true)}
      >
        <div ref={text} className="stack gap-8">
          {children}
        </div>
      </div>
      {isLong ? (
        <Button tone="plain" small className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span>
            {t(isOpen ? "quest.description.less" : "quest.description.more")}{" "}
            <span className="visually-hidden">{label}</span>
          </span>
        </Button>
      ) : null}
    </>
  );
}

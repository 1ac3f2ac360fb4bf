import ChevronDown from "lucide-react/icons/chevron-down";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./menu.module.css";

/**
 * A button that opens a list of links and buttons. Arrow keys, Home and End move among them. Escape closes the list and
 * restores the focus.
 */
export function Menu({
  label,
  icon,
  children,
  className,
}: {
  label: string;
  icon: ReactNode;
  /** Receives a function that closes the list. Wrap each entry in an `<li>`. */
  children: (close: () => void) => ReactNode;
  className: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open]);

  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>("ul a, ul button") ?? [])];

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
      return;
    }
    if (!["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    if (!open) {
      setOpen(true);
      requestAnimationFrame(() => entries()[0]?.focus());
      return;
    }
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    all[((next ?? 0) + all.length) % all.length]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the entries inside.
    <div
      ref={root}
      className={classNames(styles.menu, className)}
      onKeyDown={handleKey}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={`center gap-8 strong ${styles.button}`}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span>{label}</span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </button>
      <ul id={listId} className={`card ${styles.list}`} hidden={!open}>
        {children(() => setOpen(false))}
      </ul>
    </div>
  );
}

import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { t } from "../../../generated/web-texts/components.ts";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { Part } from "./part.tsx";

export type DialogProps = {
  open: boolean;
  title: ReactNode;
  /** Called for Escape, the close button and, unless `keepOnOutsideClick`, a press outside. */
  onClose: () => void;
  children: ReactNode;
  /** Stays in sight at the lower edge while the body scrolls. */
  footer?: ReactNode;
  /** Maximum width in pixels. */
  widthPx?: number;
  /** Set by dialogs that hold unsaved work. */
  keepOnOutsideClick?: boolean;
  className?: string | undefined;
};

/** A modal based on the native `dialog`, which manages the focus. */
export function Dialog({
  open,
  title,
  onClose,
  children,
  footer,
  widthPx = 520,
  keepOnOutsideClick = false,
  className,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  // Closing restores the focus; removing alone would not.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape, the key for it, arrives as `cancel`.
    <dialog
      ref={dialog}
      className={classNames("card wide", styles.dialog, className)}
      style={{ maxWidth: `min(${widthPx}px, calc(100vw - 2 * var(--space-16) - 2 * var(--notch)))` }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker inside sends `cancel` too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !keepOnOutsideClick) onClose();
      }}
    >
      {open ? (
        <div className={`stack wide ${styles.box}`}>
          <header className={`row center between gap-16 ${styles.header}`}>
            <h2 id={titleId} className="breaks">
              {title}
            </h2>
            <IconButton label={t("components.close")} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className={`stack gap-16 ${styles.body}`}>
            <Part>{children}</Part>
          </div>
          {footer ? <footer className={`cluster gap-12 ${styles.footer}`}>{footer}</footer> : null}
        </div>
      ) : null}
    </dialog>
  );
}

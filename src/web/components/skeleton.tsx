import type { CSSProperties, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./skeleton.module.css";

/** A grey shape in the place of what is on its way; nothing to a screen reader. */
export function Skeleton({
  width,
  height = "1em",
  radius,
  className,
}: {
  width?: CSSProperties["width"];
  height?: CSSProperties["height"];
  radius?: CSSProperties["borderRadius"];
  className?: string | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, className)}
      style={{ width, height, borderRadius: radius }}
    />
  );
}

/** Shapes for those who see, `label` for those who listen. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div className={styles.loading}>
      <p role="status" className={children ? "visually-hidden" : styles.label}>
        {label}
      </p>
      {children}
    </div>
  );
}

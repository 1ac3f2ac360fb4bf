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

/** `label` in words, on the shapes of what is on its way. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={classNames(styles.loading, className)}>
      <p role="status" className={children ? styles.onShapes : styles.label}>
        {label}
      </p>
      {children}
    </div>
  );
}

import type { CSSProperties, ReactNode } from "react";
import { t } from "../../../generated/web-texts/app.ts";
import { classNames } from "./class-names.ts";
import styles from "./skeleton.module.css";

/** A placeholder, hidden from screen readers. */
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

/** "Loading..." on one shape of this height, or on other shapes. */
export function Loading({
  label = t("app.loading"),
  height,
  className,
  children = height === undefined ? null : <Skeleton height={height} radius="10px" />,
}: {
  label?: string;
  height?: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={classNames("wide", styles.loading, className)}>
      <p role="status" className={children ? `card ${styles.onShapes}` : "muted"}>
        {label}
      </p>
      {children}
    </div>
  );
}

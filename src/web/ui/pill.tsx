import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./pill.module.css";

export type PillTone = "neutral" | "ok" | "danger" | "warning" | "info";

/** A short state or kind. The colour repeats the text. */
export function Pill({
  tone = "neutral",
  icon,
  children,
  className,
}: {
  tone?: PillTone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span className={classNames("center small strong", styles.pill, styles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}

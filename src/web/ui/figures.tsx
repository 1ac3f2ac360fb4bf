import type { ReactNode } from "react";
import styles from "./figures.module.css";

/** Headline figures. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={`grid gap-12 ${styles.figures}`}>{children}</dl>
);

export function Figure({ label, aside, children }: { label: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={`stack card between gap-4 ${styles.figure}`}>
      <dt className="muted small">{label}</dt>
      <dd className="cluster baseline">
        <strong>{children}</strong>
        {aside ? <span className="muted small">{aside}</span> : null}
      </dd>
    </div>
  );
}

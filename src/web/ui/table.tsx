import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A table that scrolls sideways with a sticky header. `label` is its accessible name. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard.
    <section className={`card ${styles.frame}`} aria-label={label} tabIndex={0}>
      <table className={`wide ${styles.table}`} aria-label={label}>
        {children}
      </table>
    </section>
  );
}

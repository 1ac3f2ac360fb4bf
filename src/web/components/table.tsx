import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A table on a card that scrolls sideways where it is too wide, its header in sight. `label` is its name. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        {children}
      </table>
    </section>
  );
}

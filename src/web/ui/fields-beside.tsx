import type { ReactNode } from "react";
import styles from "./fields-beside.module.css";

/** Two fields in a row, where there is room: their controls are on one line, also if only one has a hint. */
export const FieldsBeside = ({ children }: { children: ReactNode }) => (
  <div className={`grid gap-12 across-16 ${styles.fields}`}>{children}</div>
);

import type { ReactNode } from "react";
import styles from "./upload-form.module.css";

/** A numbered part of the form. */
export function FormStep({
  number,
  title,
  children,
}: {
  number: number | undefined;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.step}>
      <legend className={styles.legend}>
        {number === undefined ? null : (
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
        )}
        {title}
      </legend>
      <div className={styles.content}>{children}</div>
    </fieldset>
  );
}

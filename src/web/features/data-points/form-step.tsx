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
    <fieldset className="stack gap-8">
      <legend className={`row center gap-8 text-18 strong ${styles.legend}`}>
        {number === undefined ? null : (
          <span className={`text-16 figures ${styles.number}`} aria-hidden="true">
            {number}
          </span>
        )}
        {title}
      </legend>
      <div className="stack gap-12">{children}</div>
    </fieldset>
  );
}

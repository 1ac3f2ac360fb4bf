import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

/** What a control needs so that its label, hint and error belong to it: spread it on the control. */
export type ControlProps = {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  /** Stands under the label, always. */
  hint?: ReactNode;
  /** What is wrong; announced when it appears. */
  error?: string | undefined;
  /** Stands in the control at its end, "cm" for example. */
  unit?: string;
  required?: boolean;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** A label, its control, and what is to be said about it. */
export function Field({ label, hint, error, unit, required, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required ? (
          <span className={styles.required} aria-hidden="true">
            {" "}
            *
          </span>
        ) : null}
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      <div className={styles.control}>
        {children({
          id,
          className: classNames(styles.input, unit !== undefined && styles.withUnit),
          "aria-describedby": describedBy === "" ? undefined : describedBy,
          "aria-invalid": error ? true : undefined,
        })}
        {unit !== undefined ? (
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        ) : null}
      </div>
      <p id={errorId} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** A checkbox or radio button with its words; press anywhere on the line. */
export function Choice({
  children,
  hint,
  className,
}: {
  children: ReactNode;
  hint?: ReactNode;
  className?: string | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className={classNames(styles.choice, className)}>
      {children}
      {hint ? <span className={styles.hint}>{hint}</span> : null}
    </label>
  );
}

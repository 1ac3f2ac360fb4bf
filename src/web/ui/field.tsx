import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

/** Spread it on the control to connect label, hint and error. */
export type ControlProps = {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  /** Below the label. */
  hint?: ReactNode;
  /** Announced when it appears. */
  error?: string | undefined;
  /** At the end of the control, such as "cm". */
  unit?: string;
  required?: boolean;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** A control with label, hint and error. */
export function Field({ label, hint, error, unit, required, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return (
    <div className={classNames("stack gap-4 shrinks", className)}>
      <label htmlFor={id} className="strong">
        {label}
        {required ? (
          <span className="danger" aria-hidden="true">
            {" "}
            *
          </span>
        ) : null}
      </label>
      {hint ? (
        <p id={hintId} className={`muted small ${styles.hint}`}>
          {hint}
        </p>
      ) : null}
      <div className={styles.control}>
        {children({
          id,
          className: classNames("wide framed", styles.input, unit !== undefined && styles.withUnit),
          "aria-describedby": describedBy === "" ? undefined : describedBy,
          "aria-invalid": error ? true : undefined,
        })}
        {unit !== undefined ? (
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        ) : null}
      </div>
      <p id={errorId} className="if-any danger small strong" aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** A checkbox or radio button with a label that can be pressed anywhere. */
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
      {hint ? <span className={`muted small ${styles.hint}`}>{hint}</span> : null}
    </label>
  );
}

import type { ReactNode } from "react";
import styles from "./view-switch.module.css";

/** Switches between views. */
export function ViewSwitch<View extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: View;
  options: readonly { value: View; label: string; icon: ReactNode }[];
  onChange: (view: View) => void;
}) {
  return (
    <fieldset className={`row framed ${styles.switch}`}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="center strong"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

import type { ReactNode } from "react";
import { Field } from "./field.tsx";

/** A list to choose one from. With `any`, choosing none is possible too: `""`. */
export function SelectField<Value extends string>({
  label,
  value,
  any,
  options,
  className,
  onChoose,
}: {
  label: ReactNode;
  value: Value | undefined;
  any?: string;
  options: readonly (readonly [value: Value, words: string])[];
  className?: string | undefined;
  onChoose: (value: Value | "") => void;
}) {
  return (
    <Field label={label} className={className}>
      {(control) => (
        <select
          {...control}
          value={value ?? ""}
          onChange={(event) => onChoose(event.currentTarget.value as Value | "")}
        >
          {any === undefined ? null : <option value="">{any}</option>}
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

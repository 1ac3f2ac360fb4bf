import { useEffect, useRef } from "react";
import type { Fault } from "../../../protocol/check-value.ts";
import { numericText } from "../../../protocol/read-number.ts";
import { unitSign } from "../../../protocol/units.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import styles from "./position-control.module.css";

export type TypedPosition = Readonly<Record<string, string | undefined>>;

/** Reads the typed latitude and longitude, both optional. */
export function readPosition(typed: TypedPosition): { degrees: Record<string, number>; faults: Map<string, string> } {
  const degrees: Record<string, number> = {};
  const faults = new Map<string, string>();
  for (const { name, bounds } of userPosition) {
    const text = typed[name] ?? "";
    if (text === "") continue;
    const fault = findDegreesFault(text, bounds);
    if (fault) faults.set(name, faultWords(fault));
    else degrees[name] = Number(text);
  }
  return { degrees, faults };
}

/** The same rules and messages as in the schema of an upload. */
function findDegreesFault(text: string, { min, max }: { min: number; max: number }): Fault | undefined {
  if (!numericText.test(text)) return { text: "validation.number" };
  const value = Number(text);
  if (value < min) return { text: "validation.numberTooSmall", values: { min: String(min) } };
  return value > max ? { text: "validation.numberTooBig", values: { max: String(max) } } : undefined;
}

/** Latitude and longitude, folded because the device's position counts. */
export function PositionControl({
  typed,
  errors,
  disabled,
  onTyped,
}: {
  typed: TypedPosition;
  errors: ReadonlyMap<string, string>;
  disabled: boolean;
  onTyped: (name: string, text: string) => void;
}) {
  const fold = useRef<HTMLDetailsElement>(null);
  const hasError = userPosition.some(({ name }) => errors.has(name));
  useEffect(() => {
    // Shows errors.
    if (hasError && fold.current) fold.current.open = true;
  }, [hasError]);
  return (
    <details ref={fold} className={styles.fold}>
      <summary className="strong">{fieldText({ saying: "protocol.position.label" })}</summary>
      <p className="muted small">{fieldText({ saying: "protocol.position.hint" })}</p>
      <div className={`grid gap-12 ${styles.axes}`}>
        {userPosition.map(({ name, label, unit }) => (
          <div key={name} data-field={name}>
            <Field label={fieldText(label)} unit={unitSign(unit)} error={errors.get(name)}>
              {(control) => (
                <NumberInput
                  {...control}
                  step="any"
                  value={typed[name] ?? ""}
                  readOnly={disabled}
                  onChange={(event) => onTyped(name, event.currentTarget.value)}
                />
              )}
            </Field>
          </div>
        ))}
      </div>
    </details>
  );
}

import { useEffect, useRef } from "react";
import type { PositionField } from "../../../protocol/kinds/position.ts";
import { partsOf } from "../../../protocol/protocol.ts";
import { unitSign } from "../../../protocol/units.ts";
import { Field } from "../../components/field.tsx";
import type { FieldControlProps } from "./field-control.tsx";
import styles from "./position-control.module.css";

/** Latitude and longitude, folded away, because the device's position is what counts. */
export function PositionControl({ field, form, isBusy }: FieldControlProps<PositionField>) {
  const { errors } = form.formState;
  const fold = useRef<HTMLDetailsElement>(null);
  const hasError = partsOf(field).some(({ name }) => errors.answers?.[name]);
  useEffect(() => {
    // An error must not hide.
    if (hasError && fold.current) fold.current.open = true;
  }, [hasError]);
  return (
    <details ref={fold} className={styles.fold}>
      <summary>{field.label}</summary>
      {field.hint ? <p className={styles.note}>{field.hint}</p> : null}
      <div className={styles.axes}>
        {partsOf(field).map(({ name, label, unit }) => (
          <Field key={name} label={label} unit={unitSign(unit ?? "")} error={errors.answers?.[name]?.message}>
            {(control) => (
              <input
                {...control}
                {...form.register(`answers.${name}`)}
                type="number"
                inputMode="decimal"
                step="any"
                readOnly={isBusy}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}

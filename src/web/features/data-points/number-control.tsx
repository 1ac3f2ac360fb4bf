import type { NumberField } from "../../../protocol/kinds/number.ts";
import { unitSign } from "../../../protocol/units.ts";
import { Field } from "../../components/field.tsx";
import type { FieldControlProps } from "./field-control.tsx";
import styles from "./number-control.module.css";

export function NumberControl({ field, form, isBusy }: FieldControlProps<NumberField>) {
  const { key, label, hint, unit, step, min, max } = field;
  return (
    <Field label={label} hint={hint} unit={unitSign(unit)} error={form.formState.errors.answers?.[key]?.message}>
      {(control) => (
        <input
          {...control}
          {...form.register(`answers.${key}`)}
          className={`${control.className} ${styles.measure}`}
          type="number"
          inputMode="decimal"
          step={step}
          min={min}
          max={max}
          autoComplete="off"
          readOnly={isBusy}
          // Scrolling the page must not change what was measured.
          onWheel={(event) => event.currentTarget.blur()}
        />
      )}
    </Field>
  );
}

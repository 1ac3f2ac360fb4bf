import type { NumberField } from "../../../protocol/field.ts";
import { unitSign } from "../../../protocol/units.ts";
import { Field } from "../../components/field.tsx";
import { fieldText } from "../../texts/protocol.ts";
import styles from "./number-control.module.css";
import type { UploadForm } from "./upload-form-schema.ts";

export function NumberControl({ field, form, isBusy }: { field: NumberField; form: UploadForm; isBusy: boolean }) {
  const { key, label, hint, unit, inputStep, step = inputStep, min, max } = field;
  return (
    <Field
      label={fieldText(label)}
      hint={hint && fieldText(hint)}
      unit={unitSign(unit ?? "1")}
      error={form.formState.errors.answers?.[key]?.message}
    >
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

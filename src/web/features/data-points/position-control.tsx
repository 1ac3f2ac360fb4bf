import { useEffect, useRef } from "react";
import { unitSign } from "../../../protocol/units.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { Field } from "../../components/field.tsx";
import { fieldText } from "../../texts/protocol.ts";
import styles from "./position-control.module.css";
import type { UploadForm } from "./upload-form-schema.ts";

/** Latitude and longitude, folded away, because the device's position is what counts. */
export function PositionControl({ form, isBusy }: { form: UploadForm; isBusy: boolean }) {
  const { errors } = form.formState;
  const fold = useRef<HTMLDetailsElement>(null);
  const hasError = userPosition.some(({ name }) => errors.answers?.[name]);
  useEffect(() => {
    // An error must not hide.
    if (hasError && fold.current) fold.current.open = true;
  }, [hasError]);
  return (
    <details ref={fold} className={styles.fold}>
      <summary>{fieldText({ saying: "protocol.position.label" })}</summary>
      <p className={styles.note}>{fieldText({ saying: "protocol.position.hint" })}</p>
      <div className={styles.axes}>
        {userPosition.map(({ name, label, unit }) => (
          <Field key={name} label={fieldText(label)} unit={unitSign(unit)} error={errors.answers?.[name]?.message}>
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

import { useEffect, useRef } from "react";
import { t } from "../../../../generated/web-texts/field.ts";
import { unitSign } from "../../../protocol/units.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import styles from "./position-control.module.css";
import type { TypedPosition } from "./typed-position.ts";

/** Asks the device to take more care. */
export function HighAccuracy({ measurement }: { measurement: Measuring<PointRecord> }) {
  const { device } = useMeasured(measurement);
  return (
    <Choice hint={t("field.position.highAccuracy.hint")}>
      <input
        type="checkbox"
        checked={device.highAccuracy}
        onChange={(event) => measurement.setHighAccuracy(event.currentTarget.checked)}
      />
      {t("field.position.highAccuracy")}
    </Choice>
  );
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

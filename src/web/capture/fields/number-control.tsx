import { t } from "../../../../generated/web-texts/answers.ts";
import { boundsOf, inputStepOf } from "../../../protocol/check-value.ts";
import type { NumberField } from "../../../protocol/field.ts";
import { unitOf } from "../../../protocol/measurements.ts";
import { unitSign } from "../../../protocol/units.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { NumberInput } from "../../ui/number-input.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

/** A text input, because inputs of type `number` drop the other decimal sign. */
export function NumberControl({
  field,
  answer,
  onAnswer,
  id,
  describedBy,
  isWrong,
  disabled,
}: ControlProps<NumberField>) {
  const { required } = field;
  const { min, max } = boundsOf(field);
  const inputStep = inputStepOf(field);
  const text = textOf(answer);
  const onText = (next: string) => onAnswer(next === "" ? undefined : next);
  const common = {
    id,
    className: styles.bare,
    value: text,
    autoComplete: "off",
    readOnly: disabled,
    "aria-describedby": describedBy,
    "aria-invalid": isWrong || undefined,
    "aria-required": required || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  };
  return (
    <div className="row gap-8">
      {inputStep === undefined && min !== undefined && min >= 0 ? null : inputStep === undefined ? (
        // Many phones' decimal keyboards have no minus.
        <button
          type="button"
          className={styles.sideButton}
          aria-label={t("answers.changeSign")}
          disabled={disabled}
          onClick={() => onText(withOtherSign(text))}
        >
          ±
        </button>
      ) : null}
      <div className={classNames("row center shrinks", styles.box, isWrong && styles.wrong)}>
        {inputStep === undefined ? (
          <input {...common} type="text" inputMode="decimal" enterKeyHint="next" />
        ) : (
          <NumberInput
            {...common}
            inputMode="decimal"
            step={inputStep}
            min={min}
            max={max}
            // Scrolling must not change the value.
            onWheel={(event) => event.currentTarget.blur()}
          />
        )}
        <Unit of={unitOf(field)} />
      </div>
    </div>
  );
}

export function Unit({ of: unit }: { of: string | undefined }) {
  if (unit === undefined || unit === "1") return null;
  return (
    <span className={`muted breaks ${styles.unit}`} aria-hidden="true">
      {/* Otherwise °C is shown as C° from right to left. */}
      <bdi translate="no">{unitSign(unit)}</bdi>
    </span>
  );
}

const withOtherSign = (text: string) => (/^\s*[-−－]/.test(text) ? text.replace(/^\s*[-−－]/, "") : `-${text}`);

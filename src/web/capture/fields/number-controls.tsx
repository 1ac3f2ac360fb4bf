import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { KeyboardEvent } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import { boundsOf, inputStepOf } from "../../../protocol/check-value.ts";
import type { IntegerField, NumberField } from "../../../protocol/field.ts";
import { unitOf } from "../../../protocol/measurements.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { unitSign } from "../../../protocol/units.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { announce } from "../../ui/live-region.tsx";
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
    className: `figures shrinks wide ${styles.bare}`,
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
      {min !== undefined && min >= 0 ? null : (
        <SignButton className={`framed ${styles.sideButton}`} text={text} disabled={disabled} onText={onText} />
      )}
      <div className={classNames("row center shrinks framed", styles.box, isWrong && "wrong")}>
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

/** Many phones' keyboards for numbers have no minus. */
function SignButton({
  text,
  disabled,
  className,
  onText,
}: {
  text: string;
  disabled: boolean;
  className: string;
  onText: (text: string) => void;
}) {
  return (
    <button
      type="button"
      className={`strong ${className}`}
      aria-label={t("answers.changeSign")}
      disabled={disabled}
      onClick={() => onText(withOtherSign(text))}
    >
      ±
    </button>
  );
}

const withOtherSign = (text: string) => (/^\s*[-−－]/.test(text) ? text.replace(/^\s*[-−－]/, "") : `-${text}`);

/** A counter with buttons. A long press counts once. */
export function IntegerControl({
  field,
  answer,
  onAnswer,
  id,
  labelId,
  describedBy,
  isWrong,
  disabled,
}: ControlProps<IntegerField>) {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = definedBounds(field);
  const { step = 1, required } = field;
  const text = textOf(answer);
  const reading = readNumber(text, Number.isInteger);
  const count = reading.kind === "number" ? reading.value : undefined;

  function change(by: number) {
    const start = Math.min(Math.max(0, min), max);
    // The first press of − enters 0.
    const next = count === undefined ? (by < 0 ? start : Math.max(start, start === 0 ? by : start)) : count + by;
    const kept = Math.min(Math.max(next, min), max);
    onAnswer(String(kept));
    // Says without a look at the phone that the press counted.
    if (field.counter) navigator.vibrate?.(20);
    announce(String(kept));
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by === undefined || disabled) return;
    event.preventDefault();
    change(by);
  };

  return (
    <div className={classNames("row gap-8", field.counter && styles.tally)}>
      <button
        type="button"
        className={`middle strong framed ${styles.countButton}`}
        aria-label={t("answers.oneFewer")}
        aria-describedby={labelId}
        disabled={disabled || (count !== undefined && count - step < min)}
        onClick={() => change(-step)}
      >
        <Minus aria-hidden="true" />
      </button>
      <div className={classNames("row center shrinks framed", styles.box, isWrong && "wrong")}>
        {/* Otherwise "−" leads below zero. */}
        {Number.isFinite(min) && min < 0 ? (
          <SignButton className={styles.sign ?? ""} text={text} disabled={disabled} onText={onAnswer} />
        ) : null}
        <input
          id={id}
          className={`figures shrinks wide ${styles.bare} ${styles.count}`}
          type="text"
          role="spinbutton"
          inputMode="numeric"
          enterKeyHint="next"
          autoComplete="off"
          value={text}
          readOnly={disabled}
          aria-valuenow={count}
          aria-valuetext={text === "" ? t("answers.noAnswer") : undefined}
          aria-valuemin={Number.isFinite(min) ? min : undefined}
          aria-valuemax={Number.isFinite(max) ? max : undefined}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          aria-required={required || undefined}
          onChange={(event) => onAnswer(event.currentTarget.value || undefined)}
          onKeyDown={onKeyDown}
        />
        <Unit of={unitOf(field)} />
      </div>
      <button
        type="button"
        className={`middle strong framed ${styles.countButton}`}
        aria-label={t("answers.oneMore")}
        aria-describedby={labelId}
        disabled={disabled || (count !== undefined && count + step > max)}
        onClick={() => change(step)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  );
}

function definedBounds(field: IntegerField): { min?: number; max?: number } {
  const { min, max } = boundsOf(field);
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

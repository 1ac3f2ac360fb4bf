import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { KeyboardEvent } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import { boundsOf } from "../../../protocol/check-value.ts";
import type { IntegerField } from "../../../protocol/field.ts";
import { unitOf } from "../../../protocol/measurements.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { announce } from "../../ui/live-region.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";
import { Unit } from "./number-control.tsx";

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
        className={`middle ${styles.countButton}`}
        aria-label={t("answers.oneFewer")}
        aria-describedby={labelId}
        disabled={disabled || (count !== undefined && count - step < min)}
        onClick={() => change(-step)}
      >
        <Minus aria-hidden="true" />
      </button>
      <div className={classNames("row center shrinks", styles.box, isWrong && styles.wrong)}>
        <input
          id={id}
          className={classNames(styles.bare, styles.count)}
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
        className={`middle ${styles.countButton}`}
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

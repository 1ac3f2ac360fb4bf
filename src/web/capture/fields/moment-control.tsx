import { t } from "../../../../generated/web-texts/answers.ts";
import type { DateField, DateTimeField, TimeField } from "../../../protocol/field.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { clockIso, timesOfClock } from "../../foundation/clock/local-clock.ts";
import { classNames } from "../../ui/class-names.ts";
import { OptionButtons } from "./choice-control.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

export function MomentControl({
  field,
  answer,
  onAnswer,
  id,
  labelId,
  describedBy,
  isWrong,
  disabled,
}: ControlProps<DateField | TimeField | DateTimeField>) {
  const { kind, min, max, required } = field;
  const text = textOf(answer);
  const shown = text.slice(0, lengths[kind]);
  const times = kind === "datetime" ? timesOfClock(shown) : [];
  return (
    <>
      <div className="cluster gap-8">
        <div className={classNames("row center shrinks framed", styles.box, isWrong && "wrong")}>
          <input
            // Safari's picker goes back to it with "Reset", which is its only way to empty the field.
            ref={(input) => {
              if (input) input.defaultValue = "";
            }}
            id={id}
            className={`figures shrinks wide ${styles.bare}`}
            type={kind === "datetime" ? "datetime-local" : kind}
            value={shown}
            min={min}
            max={max}
            readOnly={disabled}
            aria-describedby={describedBy}
            aria-invalid={isWrong || undefined}
            aria-required={required || undefined}
            // Some browsers add seconds.
            onChange={(event) => onAnswer(momentOn(kind, event.currentTarget.value.slice(0, lengths[kind])))}
          />
        </div>
        <button
          type="button"
          className={`strong framed ${styles.sideButton}`}
          disabled={disabled}
          aria-describedby={id}
          onClick={() => onAnswer(momentNow(kind))}
        >
          {kind === "date" ? t("answers.today") : t("answers.now")}
        </button>
      </div>
      {times.length > 1 ? (
        <OptionButtons
          options={times.map((time, index) => ({
            value: time,
            label: t(index === 0 ? "answers.clock.first" : "answers.clock.second", { offset: `UTC${offsetIn(time)}` }),
          }))}
          chosen={[text]}
          onChosen={([time]) => onAnswer(time)}
          canClear={false}
          id={`${id}-clock`}
          labelId={labelId}
          describedBy={describedBy}
          isWrong={isWrong}
          isRequired
          disabled={disabled}
        />
      ) : null}
    </>
  );
}

/** In characters. */
const lengths = { date: 10, time: 5, datetime: 16 };

/** `2026-05-31`, `14:05`, `2026-05-31T14:05+02:00`. */
function momentNow(kind: keyof typeof lengths): string {
  const now = clockIso(new Date());
  if (kind === "datetime") return now;
  return kind === "time" ? now.slice(11, 16) : now.slice(0, 10);
}

/** What was typed; a day and a time with the clock's offset, if there is only one. */
function momentOn(kind: keyof typeof lengths, typed: string): string | undefined {
  const times = kind === "datetime" ? timesOfClock(typed) : [];
  return times.length === 1 ? times[0] : typed || undefined;
}

const offsetIn = (time: string): string => time.slice(lengths.datetime);

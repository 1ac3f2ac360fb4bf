import type { DateField, DateTimeField, TimeField } from "../../../protocol/field.ts";
import { t } from "../../texts/answers.ts";
import { classNames } from "../class-names.ts";
import { localIso } from "../local-iso.ts";
import { textOf } from "./answers.ts";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

export function MomentControl({
  field,
  answer,
  onAnswer,
  id,
  describedBy,
  isWrong,
  disabled,
}: ControlProps<DateField | TimeField | DateTimeField>) {
  const { kind, min, max, required } = field;
  return (
    <div className={styles.row}>
      <div className={classNames(styles.box, isWrong && styles.wrong)}>
        <input
          id={id}
          className={styles.bare}
          type={kind === "datetime" ? "datetime-local" : kind}
          value={textOf(answer)}
          min={min}
          max={max}
          readOnly={disabled}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          aria-required={required || undefined}
          // Some browsers add seconds.
          onChange={(event) => onAnswer(event.currentTarget.value.slice(0, lengths[kind]) || undefined)}
        />
      </div>
      <button
        type="button"
        className={styles.sideButton}
        disabled={disabled}
        aria-describedby={id}
        onClick={() => onAnswer(momentNow(kind))}
      >
        {kind === "date" ? t("answers.today") : t("answers.now")}
      </button>
    </div>
  );
}

/** In characters. */
const lengths = { date: 10, time: 5, datetime: 16 };

/** In the device's time zone: `2026-05-31`, `14:05`, `2026-05-31T14:05`. */
function momentNow(kind: keyof typeof lengths): string {
  const now = localIso(new Date());
  return kind === "time" ? now.slice(11) : now.slice(0, lengths[kind]);
}

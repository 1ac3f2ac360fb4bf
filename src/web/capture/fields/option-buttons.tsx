import Check from "lucide-react/icons/check";
import type { CSSProperties } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import type { Option } from "../../../protocol/field.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { classNames } from "../../ui/class-names.ts";
import { MarkedWords } from "../../ui/marked-text.tsx";
import styles from "./controls.module.css";
import { QuestionPicture, QuestionSound } from "./question-media.tsx";

/** Radio buttons or checkboxes, large enough for a thumb. */
export function OptionButtons({
  options,
  chosen,
  onChosen,
  several,
  canClear,
  id,
  labelId,
  describedBy,
  isWrong,
  isRequired,
  disabled,
}: {
  options: readonly Pick<Option, "value" | "label" | "picture" | "sound">[];
  chosen: readonly string[];
  onChosen: (values: readonly string[]) => void;
  several?: boolean;
  /** Shows a button to clear an optional answer, which radio buttons can't do. */
  canClear: boolean;
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isWrong: boolean;
  isRequired: boolean;
  disabled: boolean;
}) {
  function toggle(value: string, isChosen: boolean) {
    if (!several) onChosen([value]);
    else
      onChosen(options.map((each) => each.value).filter((each) => (each === value ? isChosen : chosen.includes(each))));
  }
  const longest = Math.max(...options.map(({ label }) => fieldText(label).length));
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles that it can have take them.
    <div
      role={several ? "group" : "radiogroup"}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-required={several ? undefined : isRequired || undefined}
      aria-invalid={several ? undefined : isWrong || undefined}
      className={classNames("grid gap-8", styles.options, isWrong && styles.wrongOptions)}
      style={{ "--longest": longest } as CSSProperties}
    >
      {options.map(({ value, label, picture, sound }) => {
        const button = (
          <label key={value} className={`row center gap-12 breaks ${styles.option}`}>
            <input
              type={several ? "checkbox" : "radio"}
              name={id}
              value={value}
              checked={chosen.includes(value)}
              disabled={disabled}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span className={`middle ${styles.optionMark}`} aria-hidden="true">
              <Check />
            </span>
            <bdi>
              <MarkedWords text={label} isControl />
            </bdi>
            <QuestionPicture picture={picture} />
          </label>
        );
        if (!sound) return button;
        return (
          <div key={value} className={styles.withSound}>
            {button}
            <QuestionSound sound={sound} />
          </div>
        );
      })}
      {canClear && chosen.length > 0 && !several ? (
        <button type="button" className={styles.clear} disabled={disabled} onClick={() => onChosen([])}>
          {t("answers.clear")}
        </button>
      ) : null}
    </div>
  );
}

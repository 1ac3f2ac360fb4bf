import Check from "lucide-react/icons/check";
import { type ComponentProps, type CSSProperties, useEffect, useRef } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import {
  type ChoiceField,
  type ChoicesField,
  type Option,
  ownOptions,
  type YesNoField,
} from "../../../protocol/field.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { classNames } from "../../ui/class-names.ts";
import { MarkedWords } from "../../ui/marked-text.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";
import { QuestionPicture, QuestionSound } from "./question-media.tsx";

const ListedItems = lazily("ListedItems", () => import("./searched-choices.tsx"));
const SearchedOptions = lazily("SearchedOptions", () => import("./searched-choices.tsx"));

/** Above it, options are searched; those with pictures or sounds are looked through instead. */
export const buttonCountMax = 6;
const tileCountMax = 24;

export function ChoiceControl({ field, answer, onAnswer, ...rest }: ControlProps<ChoiceField>) {
  const props = {
    ...rest,
    field,
    chosen: typeof answer === "string" && answer !== "" ? [answer] : [],
    onChosen: ([value]: readonly string[]) => onAnswer(value),
    isRequired: field.required === true,
  };
  return <Choices {...props} canClear={!field.required} />;
}

export function ChoicesControl({ field, answer, onAnswer, ...rest }: ControlProps<ChoicesField>) {
  const props = {
    ...rest,
    field,
    chosen: Array.isArray(answer) ? (answer as readonly string[]) : [],
    onChosen: (values: readonly string[]) => onAnswer(values.length === 0 ? undefined : values),
    isRequired: field.required === true,
    several: true,
  };
  return <Choices {...props} canClear={false} />;
}

type ChoicesProps = Omit<ComponentProps<typeof OptionButtons>, "options"> &
  Pick<ControlProps, "offer"> & { field: ChoiceField | ChoicesField };

function Choices({ field, offer, canClear, ...props }: ChoicesProps) {
  const options = ownOptions(field);
  useOnlyOffered(field, props.chosen, props.onChosen);
  if (field.list) {
    return (
      <WhenFetched>
        <ListedItems {...props} list={field.list} offer={offer} />
      </WhenFetched>
    );
  }
  return isSearched(field) ? (
    <WhenFetched>
      <SearchedOptions {...props} options={options} />
    </WhenFetched>
  ) : (
    <OptionButtons {...props} canClear={canClear} options={options} />
  );
}

/** Removes chosen options that the field's filter doesn't offer any more. */
function useOnlyOffered(
  field: ChoiceField | ChoicesField,
  chosen: readonly string[],
  onChosen: (values: readonly string[]) => void,
): void {
  const options = ownOptions(field);
  const latest = useRef({ chosen, onChosen });
  latest.current = { chosen, onChosen };
  const isFiltered = field.filter !== undefined && !field.list;
  useEffect(() => {
    const { chosen: before, onChosen: change } = latest.current;
    const offered = new Set(options.map(({ value }) => value));
    const kept = before.filter((value) => offered.has(value));
    if (isFiltered && kept.length < before.length) change(kept);
  }, [options, isFiltered]);
}

/** Whether its control is a search instead of a group of buttons. */
export function isSearched(field: ChoiceField | ChoicesField): boolean {
  const options = ownOptions(field);
  const countMax = options.some(({ picture, sound }) => picture ?? sound) ? tileCountMax : buttonCountMax;
  return field.list !== undefined || options.length > countMax;
}

export function YesNoControl({ field, answer, onAnswer, ...rest }: ControlProps<YesNoField>) {
  return (
    <OptionButtons
      {...rest}
      options={[
        { value: "yes", label: t("answers.yes") },
        { value: "no", label: t("answers.no") },
      ]}
      chosen={answer === true ? ["yes"] : answer === false ? ["no"] : []}
      onChosen={([value]) => onAnswer(value === undefined ? undefined : value === "yes")}
      canClear={!field.required}
      isRequired={field.required === true}
    />
  );
}

/** Options with more have lines of their own. */
const chipLettersMax = 20;

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
  const areChips = longest <= chipLettersMax && !options.some(({ picture, sound }) => picture ?? sound);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles that it can have take them.
    <div
      role={several ? "group" : "radiogroup"}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-required={several ? undefined : isRequired || undefined}
      aria-invalid={several ? undefined : isWrong || undefined}
      className={classNames(
        areChips ? `cluster gap-8 ${styles.chips}` : `grid gap-8 ${styles.options}`,
        isWrong && styles.wrongOptions,
      )}
      style={{ "--longest": longest } as CSSProperties}
    >
      {options.map(({ value, label, picture, sound }) => {
        const button = (
          <label key={value} className={`row center gap-12 framed breaks ${styles.option}`}>
            <input
              className="fills unseen"
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
          <div key={value} className={`grid gap-4 ${styles.withSound}`}>
            {button}
            <QuestionSound sound={sound} />
          </div>
        );
      })}
      {canClear && chosen.length > 0 && !several ? (
        <button
          type="button"
          className={`strong framed ${styles.clear}`}
          disabled={disabled}
          onClick={() => onChosen([])}
        >
          {t("answers.clear")}
        </button>
      ) : null}
    </div>
  );
}

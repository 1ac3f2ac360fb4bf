import type { ComponentProps } from "react";
import {
  type ChoiceField,
  type ChoicesField,
  type Field,
  ownOptions,
  type YesNoField,
} from "../../../protocol/field.ts";
import { t } from "../../texts/answers.ts";
import { lazily } from "../../texts/lazily.ts";
import { WhenFetched } from "../when-fetched.tsx";
import type { ControlProps } from "./control.ts";
import { OptionButtons } from "./option-buttons.tsx";

const SearchedOptions = lazily("SearchedOptions", () => import("./searched-options.tsx"));

/** Above it, options are searched. */
export const buttonCountMax = 6;

export function ChoiceControl({ field, answer, onAnswer, ...rest }: ControlProps<ChoiceField>) {
  const props = {
    ...rest,
    options: ownOptions(field),
    chosen: typeof answer === "string" && answer !== "" ? [answer] : [],
    onChosen: ([value]: readonly string[]) => onAnswer(value),
    isRequired: field.required === true,
  };
  return <Options {...props} canClear={!field.required} />;
}

export function ChoicesControl({ field, answer, onAnswer, ...rest }: ControlProps<ChoicesField>) {
  const props = {
    ...rest,
    options: ownOptions(field),
    chosen: Array.isArray(answer) ? (answer as readonly string[]) : [],
    onChosen: (values: readonly string[]) => onAnswer(values.length === 0 ? undefined : values),
    isRequired: field.required === true,
    several: true,
  };
  return <Options {...props} canClear={false} />;
}

function Options(props: ComponentProps<typeof OptionButtons>) {
  return props.options.length > buttonCountMax ? (
    <WhenFetched>
      <SearchedOptions {...props} />
    </WhenFetched>
  ) : (
    <OptionButtons {...props} />
  );
}

/** Whether its control is a search instead of a group of buttons. */
export const isSearched = (field: Field): boolean => ownOptions(field).length > buttonCountMax;

export function YesNoControl({ field, answer, onAnswer, ...rest }: ControlProps<YesNoField>) {
  return (
    <OptionButtons
      {...rest}
      columns
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

import { type ComponentProps, useEffect, useRef } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import { type ChoiceField, type ChoicesField, ownOptions, type YesNoField } from "../../../protocol/field.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { ControlProps } from "./control.ts";
import { OptionButtons } from "./option-buttons.tsx";

const ListedItems = lazily("ListedItems", () => import("./listed-items.tsx"));
const SearchedOptions = lazily("SearchedOptions", () => import("./searched-options.tsx"));

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

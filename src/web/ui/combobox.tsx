import { useMemo, useState } from "react";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import { asTyped } from "./as-typed.ts";
import styles from "./combobox.module.css";
import { Field } from "./field.tsx";
import { SuggestionList, useSuggestions } from "./suggestions.tsx";

export type ComboboxOption = {
  value: string;
  label: string;
  /** Short, before the label. */
  sign?: string;
  /** Searched, but not shown. */
  alias?: string;
};

const shownMax = 100;

/** A text input with suggestions. */
export function Combobox({
  label,
  hint,
  error,
  listLabel,
  noneFound,
  value,
  options,
  unit,
  onChange,
  onPick,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  listLabel: string;
  /** The message if nothing is found. */
  noneFound?: string;
  value: string;
  options: readonly ComboboxOption[];
  /** At the end of the input. */
  unit?: string;
  onChange: (text: string) => void;
  /** By default, `onChange` with the option's value. */
  onPick?: (option: ComboboxOption) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  /** The whole list is shown until something is typed. */
  const [isSearching, setIsSearching] = useState(false);
  const needle = normalizeSearchText(value);
  const found = useMemo(() => {
    if (!isOpen) return [];
    if (!isSearching || needle === "") return options.slice(0, shownMax);
    const rank = ({ value: each, label: words, sign, alias }: ComboboxOption) => {
      const texts = [each, words, sign ?? "", alias ?? ""].map(normalizeSearchText);
      if (texts.includes(needle)) return 0;
      if (texts.some((text) => text.startsWith(needle))) return 1;
      return texts.some((text) => text.includes(needle)) ? 2 : 3;
    };
    return options
      .map((option) => ({ option, place: rank(option) }))
      .filter(({ place }) => place < 3)
      .sort((one, other) => one.place - other.place)
      .slice(0, shownMax)
      .map(({ option }) => option);
  }, [isOpen, isSearching, needle, options]);
  const isTyped = ({ value: each, label: words, sign, alias }: ComboboxOption) =>
    [each, words, sign, alias].some((text) => text !== undefined && normalizeSearchText(text) === needle);
  const suggestions = useSuggestions({
    found,
    isOpen,
    unmarked: found.find(isTyped),
    onOpen: open,
    onClose: () => setIsOpen(false),
    onTake: (option) => {
      if (onPick) onPick(option);
      else onChange(option.value);
      setIsOpen(false);
    },
  });

  function open() {
    setIsOpen(true);
    setIsSearching(false);
    suggestions.reset();
  }

  return (
    <div className={styles.combobox}>
      <Field label={label} hint={hint} error={error} {...(unit === undefined ? {} : { unit })}>
        {(control) => (
          <input
            {...control}
            type="text"
            role="combobox"
            {...suggestions.aria}
            aria-expanded={suggestions.hasList}
            {...asTyped}
            value={value}
            onFocus={open}
            onClick={() => {
              if (!isOpen) open();
            }}
            onBlur={() => setIsOpen(false)}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              setIsOpen(true);
              setIsSearching(true);
              suggestions.reset();
            }}
            onKeyDown={suggestions.onKeyDown}
          />
        )}
      </Field>
      <SuggestionList of={suggestions} aria-label={listLabel} keyOf={(option) => option.value}>
        {(option) => (
          <>
            {option.sign ? <span className="strong">{option.sign}</span> : null}
            <span>{option.label}</span>
          </>
        )}
      </SuggestionList>
      {isOpen && found.length === 0 && noneFound && needle !== "" ? (
        <p className={`muted small ${styles.note}`} role="status">
          {noneFound}
        </p>
      ) : null}
    </div>
  );
}

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import styles from "./combobox.module.css";
import { Field } from "./field.tsx";

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
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** The whole list is shown until something is typed. */
  const [isSearching, setIsSearching] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
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
  const activeIndex = Math.min(active, found.length - 1);

  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView?.({ block: "nearest" });
  }, [activeIndex]);

  function open() {
    setIsOpen(true);
    setIsSearching(false);
    setActive(-1);
  }

  function pick(option: ComboboxOption) {
    if (onPick) onPick(option);
    else onChange(option.value);
    setIsOpen(false);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      const option = found[activeIndex] ?? found.find(isTyped);
      if (isOpen && option) pick(option);
      setIsOpen(false);
    } else if (event.key === "Escape" && isOpen) {
      // Closes the list, not the dialog.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((Math.max(activeIndex, step > 0 ? -1 : 0) + step + found.length) % Math.max(found.length, 1));
    }
  }

  const hasList = isOpen && found.length > 0;
  return (
    <div className={styles.combobox}>
      <Field label={label} hint={hint} error={error} {...(unit === undefined ? {} : { unit })}>
        {(control) => (
          <input
            {...control}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={hasList}
            aria-controls={listId}
            aria-activedescendant={hasList && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
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
              setActive(-1);
            }}
            onKeyDown={handleKey}
          />
        )}
      </Field>
      <div ref={list} id={listId} role="listbox" aria-label={listLabel} className={styles.list} hidden={!hasList}>
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            className={styles.option}
            // Otherwise the input would lose the focus, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            {option.sign ? <span className={styles.sign}>{option.sign}</span> : null}
            <span>{option.label}</span>
          </div>
        ))}
      </div>
      {isOpen && found.length === 0 && noneFound && needle !== "" ? (
        <p className={styles.note} role="status">
          {noneFound}
        </p>
      ) : null}
    </div>
  );
}

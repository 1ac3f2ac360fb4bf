import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import styles from "./combobox.module.css";

type Suggestions<Option> = {
  found: readonly Option[];
  hasList: boolean;
  /** The marked one; -1 if none is. */
  active: number;
  /** Marks what is marked at first. */
  reset: () => void;
  take: (option: Option) => void;
  /** Of the input. */
  onKeyDown: (event: KeyboardEvent) => void;
  aria: {
    "aria-autocomplete": "list";
    "aria-controls": string;
    "aria-activedescendant": string | undefined;
  };
  list: RefObject<HTMLDivElement | null>;
};

/**
 * What an input suggests. The input keeps the focus: arrows move the mark, Enter takes what is marked, and Escape closes
 * the list, not the dialog around it.
 */
export function useSuggestions<Option>({
  found,
  isOpen,
  first = -1,
  unmarked,
  onTake,
  onClose,
  onOpen,
}: {
  found: readonly Option[];
  isOpen: boolean;
  first?: 0 | -1;
  /** What Enter takes if none is marked. */
  unmarked?: Option | undefined;
  onTake: (option: Option) => void;
  onClose: () => void;
  /** By an arrow. */
  onOpen?: () => void;
}): Suggestions<Option> {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<number>(first);
  const active = Math.min(moved, found.length - 1);
  const hasList = isOpen && found.length > 0;

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && (isOpen || onOpen)) {
      if (!isOpen) onOpen?.();
      else setMoved((Math.max(active, step > 0 ? -1 : 0) + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === "Enter") {
      const option = found[active] ?? unmarked;
      if (isOpen && option !== undefined) onTake(option);
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      onClose();
    } else return;
    // Enter doesn't submit the form.
    event.preventDefault();
  }

  return {
    found,
    hasList,
    active,
    reset: () => setMoved(first),
    take: onTake,
    onKeyDown,
    aria: {
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-activedescendant": hasList && active >= 0 ? `${listId}-${active}` : undefined,
    },
    list,
  };
}

/** Their list. */
export function SuggestionList<Option>({
  of: { found, hasList, active, take, aria, list },
  keyOf,
  children,
  optionClass = () => `cluster center gap-8 ${styles.option}`,
  isSelected = (_, isActive) => isActive,
  ...attributes
}: {
  of: Suggestions<Option>;
  keyOf: (option: Option) => string;
  /** An option. */
  children: (option: Option) => ReactNode;
  optionClass?: (option: Option, isActive: boolean) => string | undefined;
  isSelected?: (option: Option, isActive: boolean) => boolean;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-multiselectable"?: true | undefined;
  className?: string | undefined;
  tabIndex?: number;
}) {
  return (
    <div
      className={`card ${styles.list}`}
      // It scrolls, but the keys are the input's.
      tabIndex={-1}
      {...attributes}
      ref={list}
      id={aria["aria-controls"]}
      role="listbox"
      hidden={!hasList}
    >
      {found.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input, which keeps the focus.
        <div
          key={keyOf(option)}
          id={`${aria["aria-controls"]}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={isSelected(option, index === active)}
          className={optionClass(option, index === active)}
          // Otherwise the input would lose the focus, which closes the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isListName } from "../../../protocol/lists/list-name.ts";
import { t } from "../../foundation/texts/editor.ts";
import styles from "../../ui/combobox.module.css";
import { type Answer, type Completion, completionsAt } from "./completions.ts";
import { useEditor } from "./editor-context.ts";

/** A text area for an expression, with answers and functions to complete what is typed. */
export function CompletedText({
  text,
  answers,
  input,
  onChange,
  ...control
}: Omit<ComponentProps<"textarea">, "onChange"> & {
  text: string;
  answers: readonly Answer[];
  input: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
}) {
  const { announce, lists } = useEditor();
  const names = lists.map(({ name }) => name).filter(isListName);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  /** Where it was typed; undefined if the list is closed. */
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const completions = caret === undefined ? undefined : completionsAt(text, caret, answers, names);
  const found = completions?.found ?? [];
  const activeIndex = Math.min(active, found.length - 1);
  const count = found.length;

  useEffect(() => {
    if (count > 0) announce(t("editor.form.formula.found", { count }));
  }, [count, announce]);
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView?.({ block: "nearest" });
  }, [activeIndex]);

  function accept(completion: Completion) {
    if (!completions) return;
    const { from, to } = completions;
    flushSync(() => {
      onChange(text.slice(0, from) + completion.text + text.slice(to));
      setCaret(undefined);
    });
    const end = from + completion.text.length - (completion.back ?? 0);
    input.current?.setSelectionRange(end, end);
  }

  function handleKey(event: KeyboardEvent) {
    const chosen = found[activeIndex];
    if (!chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((activeIndex + step + count) % count);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) accept(chosen);
    else if (event.key === "Escape") {
      // Closes the list, not the dialog.
      event.stopPropagation();
      setCaret(undefined);
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles.combobox}>
      <textarea
        {...control}
        ref={input}
        dir="ltr"
        rows={2}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={listId}
        aria-activedescendant={count > 0 ? `${listId}-${activeIndex}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          setActive(0);
        }}
        onKeyDown={handleKey}
        onSelect={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          if (selectionStart !== caret || selectionEnd !== caret) setCaret(undefined);
        }}
        onBlur={() => setCaret(undefined)}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t("editor.form.formula.completions")}
        className={styles.list}
        hidden={count === 0}
        // It scrolls, but Tab never leads here: in the text it accepts a suggestion.
        tabIndex={0}
        // Otherwise the text would lose the focus, which closes the list.
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((completion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the text, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={completion.sign}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            className={styles.option}
            onClick={() => accept(completion)}
          >
            <code className={styles.sign} translate="no">
              {completion.sign}
            </code>
            <span>{completion.label ?? t("editor.form.formula.function")}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

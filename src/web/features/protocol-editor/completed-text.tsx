import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../../generated/web-texts/editor.ts";
import { isListName } from "../../../protocol/lists/list-name.ts";
import styles from "../../ui/combobox.module.css";
import { SuggestionList, useSuggestions } from "../../ui/suggestions.tsx";
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
  /** Where it was typed; undefined if the list is closed. */
  const [caret, setCaret] = useState<number>();
  const completions = caret === undefined ? undefined : completionsAt(text, caret, answers, names);
  const found = completions?.found ?? [];
  const count = found.length;

  useEffect(() => {
    if (count > 0) announce(t("editor.form.formula.found", { count }));
  }, [count, announce]);

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

  const suggestions = useSuggestions({
    found,
    isOpen: count > 0,
    first: 0,
    onTake: accept,
    onClose: () => setCaret(undefined),
  });

  function handleKey(event: KeyboardEvent) {
    const chosen = found[suggestions.active];
    if (!chosen) return;
    if (event.key !== "Tab" || event.shiftKey) return suggestions.onKeyDown(event);
    accept(chosen);
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
        {...suggestions.aria}
        aria-haspopup="listbox"
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          suggestions.reset();
        }}
        onKeyDown={handleKey}
        onSelect={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          if (selectionStart !== caret || selectionEnd !== caret) setCaret(undefined);
        }}
        onBlur={() => setCaret(undefined)}
      />
      <SuggestionList
        of={suggestions}
        aria-label={t("editor.form.formula.completions")}
        keyOf={({ sign }) => sign}
        // It scrolls, but Tab never leads here: in the text it accepts a suggestion.
        tabIndex={0}
      >
        {({ sign, label }) => (
          <>
            <code className="strong" translate="no">
              {sign}
            </code>
            <span>{label ?? t("editor.form.formula.function")}</span>
          </>
        )}
      </SuggestionList>
    </div>
  );
}

import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../../generated/web-texts/editor.ts";
import { functions } from "../../../protocol/expressions/functions.ts";
import { isListName } from "../../../protocol/lists/list-limits.ts";
import { normalizeSearchText } from "../../../protocol/search-text.ts";
import { asTyped } from "../../ui/as-typed.ts";
import styles from "../../ui/combobox.module.css";
import { SuggestionList, useSuggestions } from "../../ui/suggestions.tsx";
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
        {...asTyped}
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

type Answer = { key: string; label: string };
/** `back` is where the caret goes then, from its end. */
type Completion = { text: string; sign: string; label?: string; back?: number };
/** `from` and `to` are the ends of the word that a completion replaces. */
type Completions = { from: number; to: number; found: readonly Completion[] };

const shownMax = 50;
const operators: ReadonlySet<string> = new Set(["and", "or", "div", "mod"]);

/** What can complete the word before the caret: answers after `$`; functions, lists and answers after a letter. */
export function completionsAt(
  text: string,
  caret: number,
  answers: readonly Answer[],
  lists: readonly string[] = [],
): Completions | undefined {
  const before = text.slice(0, caret);
  const word = /[\p{L}\p{M}\p{N}_${-]*$/u.exec(before)?.[0] ?? "";
  const reference = /\$\{?([^${]*)$/.exec(word);
  const written = reference?.[1] ?? word.replace(/^[^\p{L}]+/u, "");
  const typed = normalizeSearchText(written);
  if (isInQuotes(before) || (!reference && (typed === "" || operators.has(typed)))) return undefined;
  const keys = ranked(answers, ({ key, label }) => placeOf(typed, key, label, reference !== null)).map(
    ({ key, label }) => ({ text: `\${${key}}`, sign: key, label }),
  );
  const after = text.slice(caret);
  const rest = (reference ? /^[\p{L}\p{M}\p{N}_-]*\}?/u : /^[\w-]*/).exec(after)?.[0] ?? "";
  const isCalled = after.startsWith("(", rest.length);
  const calls = reference ? [] : [...functions.keys()].filter((name) => name.startsWith(typed));
  const named = !isCalled && calls.includes("lookup") ? lists.map(lookupIn) : [];
  const found = [
    ...keys,
    ...named,
    ...calls.map((name) => (isCalled ? { text: name, sign: `${name}()` } : { ...callOf(name), back: 1 })),
  ];
  const from = caret - (reference?.[0].length ?? written.length);
  return found.length === 0 ? undefined : { from, to: caret + rest.length, found: found.slice(0, shownMax) };
}

const callOf = (name: string) => ({ text: `${name}()`, sign: `${name}()` });

/** The column and the code follow. */
function lookupIn(list: string): Completion {
  const rest = "', )";
  return { text: `lookup('${list}', '${rest}`, sign: `lookup('${list}', …)`, back: rest.length };
}

function isInQuotes(text: string): boolean {
  let quote = "";
  for (const sign of text) {
    if (quote === "" && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = "";
  }
  return quote !== "";
}

/** Keys that begin with it, then labels with a word that does, then, for a reference, what contains it. */
function placeOf(typed: string, key: string, label: string, isReference: boolean): number | undefined {
  const words = normalizeSearchText(label);
  if (key.toLowerCase().startsWith(typed)) return 0;
  if (words.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(typed))) return 1;
  return isReference && `${key.toLowerCase()} ${words}`.includes(typed) ? 2 : undefined;
}

function ranked<T>(all: readonly T[], rank: (one: T) => number | undefined): T[] {
  const places = all.map((one) => ({ one, place: rank(one) ?? Number.NaN }));
  return places
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)
    .map(({ one }) => one);
}

import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { Picture } from "../../../protocol/field.ts";
import { asTyped } from "../../ui/as-typed.ts";
import { classNames } from "../../ui/class-names.ts";
import { announce } from "../../ui/live-region.tsx";
import { ScientificName } from "../../ui/scientific-name.tsx";
import { SuggestionList, useSuggestions } from "../../ui/suggestions.tsx";
import styles from "./controls.module.css";
import { QuestionPicture } from "./question-media.tsx";

const closeAfterMs = 250;

/** A choice as it is listed. */
export type Choice = {
  value: string;
  label: string;
  picture?: Picture | undefined;
  /** Scientific name of a species. */
  scientificName?: string | undefined;
  rank?: string | undefined;
};

/** Props that both kinds of choices have. */
export type SearchProps = {
  chosen: readonly string[];
  onChosen: (values: readonly string[]) => void;
  several?: boolean;
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isWrong: boolean;
  isRequired: boolean;
  disabled: boolean;
};

/** A search for many choices, below the selected ones. */
export function SearchControl({
  found,
  count,
  total,
  query,
  onQuery,
  isOpen,
  onOpen,
  labelOf,
  note,
  chosen,
  onChosen,
  several = false,
  id,
  labelId,
  describedBy,
  isWrong,
  isRequired,
  disabled,
}: SearchProps & {
  /** The best matches of the query. */
  found: readonly Choice[];
  /** The numbers of all matches and of all choices. */
  count: number;
  total: number | undefined;
  query: string;
  onQuery: (query: string) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  labelOf: (value: string) => string;
  /** Instead of the number of matches. */
  note?: ReactNode;
}) {
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const input = useRef<HTMLInputElement>(null);

  const suggestions = useSuggestions({
    found,
    isOpen,
    unmarked: count === 1 ? found[0] : undefined,
    onTake: choose,
    onOpen: () => onOpen(true),
    onClose: () => {
      onQuery("");
      close();
    },
  });

  function close() {
    onOpen(false);
    suggestions.reset();
  }

  function choose({ value, label }: Choice) {
    const isChosen = chosen.includes(value);
    const words = { option: label };
    announce(isChosen && several ? t("kinds.option.removed", words) : t("kinds.option.chosen", words));
    if (several) onChosen(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value]);
    else {
      onChosen([value]);
      close();
    }
    onQuery("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Backspace" && query === "" && chosen.length > 0) remove(chosen.at(-1) ?? "");
    else suggestions.onKeyDown(event);
  }

  function remove(value: string) {
    onChosen(chosen.filter((each) => each !== value));
    announce(t("kinds.option.removed", { option: labelOf(value) }));
    input.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left.
    <div
      className={`stack gap-8 ${styles.searched}`}
      onFocus={() => clearTimeout(closing.current)}
      onBlur={(event) => {
        // Closing at once would move the button that a finger is about to press.
        if (!event.currentTarget.contains(event.relatedTarget)) closing.current = setTimeout(close, closeAfterMs);
      }}
    >
      {chosen.length > 0 ? (
        <ul className="cluster gap-8" aria-label={t("kinds.chosen")}>
          {chosen.map((value) => (
            <li key={value} className={`center strong breaks ${styles.chip}`}>
              <span>{labelOf(value)}</span>
              <button
                type="button"
                className="middle"
                aria-label={t("kinds.option.remove", { option: labelOf(value) })}
                disabled={disabled}
                onClick={() => remove(value)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classNames("row center shrinks framed", styles.box, isWrong && "wrong")}>
        <input
          ref={input}
          id={id}
          className={`figures shrinks wide ${styles.bare}`}
          type="text"
          role="combobox"
          {...asTyped}
          enterKeyHint="search"
          value={query}
          readOnly={disabled}
          placeholder={
            chosen.length === 0 || several ? searchWords(total) : t("kinds.searchAnother", { count: total ?? 0 })
          }
          {...suggestions.aria}
          aria-expanded={suggestions.hasList}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          aria-required={isRequired || undefined}
          onClick={() => onOpen(!disabled)}
          onChange={(event) => {
            onQuery(event.currentTarget.value);
            onOpen(true);
            suggestions.reset();
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <SuggestionList
        of={suggestions}
        aria-labelledby={labelId}
        aria-multiselectable={several || undefined}
        className={`card ${styles.list}`}
        keyOf={({ value }) => value}
        isSelected={({ value }) => chosen.includes(value)}
        optionClass={({ value }, isActive) =>
          classNames(
            "row center gap-12 breaks",
            styles.listed,
            isActive && styles.active,
            chosen.includes(value) && styles.listedChosen,
          )
        }
      >
        {(option) => (
          <>
            <span className={`middle ${styles.optionMark}`} aria-hidden="true">
              <Check />
            </span>
            <QuestionPicture picture={option.picture} />
            <ChoiceWords {...option} />
          </>
        )}
      </SuggestionList>
      <p className="if-any muted" aria-live="polite">
        {note ?? (isOpen ? countWords(found.length, count) : "")}
      </p>
    </div>
  );
}

const searchWords = (total: number | undefined) =>
  total === undefined ? t("kinds.search.list") : t("kinds.search", { count: total });

/** A label with its species: `Blackbird`, below it `Turdus merula · species`. */
function ChoiceWords({ label, scientificName, rank }: Choice) {
  const isNamed = scientificName === label;
  const name = isNamed ? undefined : scientificName;
  if (!scientificName && !rank) return <>{label}</>;
  return (
    <span>
      {isNamed ? <ScientificName>{label}</ScientificName> : label}
      <span className={`muted small ${styles.taxon}`}>
        {name ? <ScientificName>{name}</ScientificName> : null}
        {name && rank ? " · " : null}
        {rank}
      </span>
    </span>
  );
}

function countWords(shown: number, count: number): string {
  if (count === 0) return t("kinds.search.none");
  return shown < count ? t("kinds.search.part", { shown, count }) : t("kinds.search.count", { count });
}

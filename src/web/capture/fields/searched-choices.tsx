import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { ListReference, LocalizedText, Option } from "../../../protocol/field.ts";
import type { ListItem } from "../../../protocol/lists/list-item.ts";
import { normalizeSearchText } from "../../../protocol/search-text.ts";
import { findInList, noteChosen, type Offer, searchList } from "../../foundation/lists/ask-list.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { fieldText, writtenText } from "../../foundation/texts/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { rememberLabels } from "../../ui/list-labels.ts";
import { formatList } from "../../ui/numbers.ts";
import { onItemsRemembered, rememberedCount, rememberedItem, rememberItems } from "../../ui/remembered-items.ts";
import { SearchControl, type SearchProps } from "./search-control.tsx";

type Found = { found: readonly ListItem[]; count: number; total: number };
type State = { is: "loading" } | { is: "missing" } | ({ is: "found" } & Found);

/** A search in a list, which is kept on the phone. */
export function ListedItems({
  list,
  offer,
  chosen,
  onChosen,
  ...rest
}: SearchProps & { list: ListReference /** What its filter offers. */; offer: Offer | undefined }) {
  const [query, setQuery] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [tries, setTries] = useState(0);
  const tryAgain = () => setTries((count) => count + 1);
  const state = useSearch(list, query, offer, tries);
  const labelOf = useLabels(list, chosen, tries);
  const removed = useOnlyOffered(list, offer, chosen, onChosen);
  useWhenOnline(state.is === "missing", tryAgain);

  function choose(values: readonly string[]) {
    const items = state.is === "found" ? state.found : [];
    rememberItems(
      list,
      items.filter(({ code }) => values.includes(code)),
    );
    for (const code of values) if (!chosen.includes(code)) noteChosen(list, code);
    onChosen(values);
  }

  return (
    <SearchControl
      {...rest}
      chosen={chosen}
      onChosen={choose}
      found={state.is === "found" ? state.found.map(choiceOf) : []}
      count={state.is === "found" ? state.count : 0}
      total={state.is === "found" ? state.total : undefined}
      query={query}
      onQuery={setQuery}
      isOpen={isOpen}
      onOpen={setIsOpen}
      labelOf={labelOf}
      note={noteOf(state, tryAgain) ?? (isOpen ? undefined : removed)}
    />
  );
}

const choiceOf = ({ code, label, taxon }: ListItem) => ({
  value: code,
  label: writtenText(label),
  scientificName: taxon?.scientific_name,
  rank: taxon?.rank,
});

function noteOf(state: State, tryAgain: () => void) {
  if (state.is === "loading") return t("kinds.list.loading");
  if (state.is === "found") return undefined;
  return (
    <>
      {t("kinds.list.missing")}{" "}
      <Button small onClick={tryAgain}>
        {t("kinds.list.again")}
      </Button>
    </>
  );
}

/** The results of the latest query; those before it stay until they come. */
function useSearch(list: ListReference, query: string, offer: Offer | undefined, tries: number): State {
  const [state, setState] = useState<State>({ is: "loading" });
  const { id, version } = list;
  const { code: language } = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    let isCurrent = true;
    searchList({ id, version }, query, language, offer).then(
      (found) => isCurrent && setState({ is: "found", ...found }),
      () => isCurrent && setState({ is: "missing" }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, version, query, language, offer, tries]);
  return state;
}

function useWhenOnline(isMissing: boolean, tryAgain: () => void): void {
  const again = useRef(tryAgain);
  again.current = tryAgain;
  useEffect(() => {
    if (!isMissing) return;
    const onOnline = () => again.current();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, [isMissing]);
}

/** Labels of the chosen items; codes until they are found. */
function useLabels(list: ListReference, chosen: readonly string[], tries: number): (code: string) => string {
  useSyncExternalStore(onItemsRemembered, rememberedCount);
  const { id, version } = list;
  const unknown = chosen.filter((code) => !rememberedItem(list, code)).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    if (unknown !== "") rememberLabels({ id, version }, unknown.split("\n"));
  }, [id, version, unknown, tries]);
  return (code) => writtenText(rememberedItem(list, code)?.label ?? code);
}

/** Removes chosen items that don't fit the other answers any more. @returns what it says about them */
function useOnlyOffered(
  list: ListReference,
  offer: Offer | undefined,
  chosen: readonly string[],
  onChosen: (values: readonly string[]) => void,
): string | undefined {
  const [removed, setRemoved] = useState<string>();
  const latest = useRef({ chosen, onChosen });
  latest.current = { chosen, onChosen };
  const { id, version } = list;
  useEffect(() => {
    const { chosen: asked } = latest.current;
    if (!offer || asked.length === 0) return;
    let isCurrent = true;
    findInList({ id, version }, asked, offer).then(
      (found) => {
        const unfit = found.filter(({ isOffered }) => !isOffered).map(({ item }) => item);
        if (!isCurrent || unfit.length === 0) return;
        const codes = new Set(unfit.map(({ code }) => code));
        latest.current.onChosen(latest.current.chosen.filter((code) => !codes.has(code)));
        const words = t("kinds.option.unfit", { option: formatList(unfit.map(({ label }) => writtenText(label))) });
        setRemoved(words);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [id, version, offer]);
  return chosen.length === 0 ? removed : undefined;
}

/** A search in the options of a protocol. */
export function SearchedOptions({ options, ...rest }: SearchProps & { options: readonly Option[] }) {
  const [query, setQuery] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const { code: language } = currentLanguage();
  const { found, count } = useMemo(
    () => (isOpen ? findOptions(options, query, { language, textOf: fieldText }) : { found: [], count: 0 }),
    [options, query, isOpen, language],
  );
  const labels = useMemo(() => new Map(options.map(({ value, label }) => [value, label])), [options]);
  return (
    <SearchControl
      {...rest}
      found={found.map(({ value, label, picture }) => ({ value, label: fieldText(label), picture }))}
      count={count}
      total={options.length}
      query={query}
      onQuery={setQuery}
      isOpen={isOpen}
      onOpen={setIsOpen}
      labelOf={(value) => fieldText(labels.get(value) ?? value)}
    />
  );
}

/** Typing more shows others. */
export const shownOptionsMax = 50;

type Searchable = { option: Option; label: string; words: string };

const searchables = new WeakMap<readonly Option[], { language: string; list: readonly Searchable[] }>();

/** Cached per list and language, because there can be 10,000 options. */
function searchableOf(options: readonly Option[], language: string, textOf: (label: LocalizedText) => string) {
  const known = searchables.get(options);
  if (known?.language === language) return known.list;
  const list = options.map((option) => {
    const label = normalizeSearchText(textOf(option.label));
    return { option, label, words: ` ${label} ${normalizeSearchText(option.value)}` };
  });
  searchables.set(options, { language, list });
  return list;
}

/**
 * The options whose label or value has all words of the query: first labels that start with it, then labels with a word
 * that does.
 */
export function findOptions(
  options: readonly Option[],
  query: string,
  { language, textOf }: { language: string; textOf: (label: LocalizedText) => string },
): { found: readonly Option[]; count: number } {
  const wanted = normalizeSearchText(query);
  if (wanted === "") return { found: options.slice(0, shownOptionsMax), count: options.length };
  const parts = wanted.split(" ");
  const ranks: Option[][] = [[], [], []];
  let count = 0;
  for (const { option, label, words } of searchableOf(options, language, textOf)) {
    if (!parts.every((part) => words.includes(part))) continue;
    count += 1;
    ranks[label.startsWith(wanted) ? 0 : words.includes(` ${wanted}`) ? 1 : 2]?.push(option);
  }
  return { found: ranks.flat().slice(0, shownOptionsMax), count };
}

import type { LocalizedText, Option } from "../../../protocol/field.ts";
import { normalizeSearchText } from "../../../protocol/search-text.ts";

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

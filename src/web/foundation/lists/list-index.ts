import { textIn } from "../../../protocol/field.ts";
import type { ListItem } from "../../../protocol/lists/list-item.ts";
import { normalizeSearchText } from "../../../protocol/search-text.ts";

/** Typing more shows others. */
export const shownItemsMax = 50;

export type Search = {
  query: string;
  /** Labels in this language rank first. */
  language: string;
  /** Codes that this volunteer used, latest first. They come first. */
  used: readonly string[];
  /** Undefined: all items are offered. */
  isOffered: ((item: ListItem) => boolean) | undefined;
  /** Equal for equal filters and answers. */
  offeredId: string;
};

export type Found = { found: readonly ListItem[]; count: number /** Offered, whatever is typed. */; total: number };

type Row = { item: ListItem; label: string; words: string };

/** A list prepared for searches, which go through the rows that the previous one left if more was typed. */
export class ListIndex {
  readonly #items: readonly ListItem[];
  readonly #byCode: ReadonlyMap<string, number>;
  #rows: { language: string; rows: readonly Row[] } | undefined;
  #offered: { id: string; rows: readonly number[] } | undefined;
  #last: { within: readonly number[]; query: string; rows: readonly number[] } | undefined;

  constructor(items: readonly ListItem[]) {
    this.#items = items;
    this.#byCode = new Map(items.map(({ code }, index) => [code, index]));
  }

  find(codes: readonly string[]): ListItem[] {
    return codes.flatMap((code) => this.#items[this.#byCode.get(code) ?? -1] ?? []);
  }

  /**
   * The items whose names or code have all words: first those used before, then labels that begin with the query, then
   * names with a word that does.
   */
  search({ query, language, used, isOffered, offeredId }: Search): Found {
    const offered = this.#offeredRows(isOffered, offeredId);
    const wanted = normalizeSearchText(query);
    const rows = this.#rowsIn(language);
    const matching = this.#matching(rows, offered, wanted);
    const usedRows = new Map(used.map((code, rank) => [this.#byCode.get(code) ?? -1, rank]));
    const first = matching.filter((index) => usedRows.has(index));
    first.sort((one, other) => (usedRows.get(one) ?? 0) - (usedRows.get(other) ?? 0));
    const found = [...first, ...bestOf(matching, rows, wanted, usedRows)].slice(0, shownItemsMax);
    return { found: found.flatMap((index) => this.#items[index] ?? []), count: matching.length, total: offered.length };
  }

  #matching(rows: readonly Row[], offered: readonly number[], wanted: string): readonly number[] {
    if (wanted === "") return offered;
    const last = this.#last;
    const within = last?.within === offered && wanted.startsWith(last.query) ? last.rows : offered;
    const words = wanted.split(" ");
    let matching = within;
    for (const word of words) matching = matching.filter((index) => rows[index]?.words.includes(word));
    this.#last = { within: offered, query: wanted, rows: matching };
    return matching;
  }

  #offeredRows(isOffered: Search["isOffered"], id: string): readonly number[] {
    if (this.#offered?.id === id) return this.#offered.rows;
    const rows: number[] = [];
    for (const [index, item] of this.#items.entries()) if (!isOffered || isOffered(item)) rows.push(index);
    this.#offered = { id, rows };
    return rows;
  }

  #rowsIn(language: string): readonly Row[] {
    if (this.#rows?.language === language) return this.#rows.rows;
    const rows = this.#items.map((item) => rowOf(item, language));
    this.#rows = { language, rows };
    this.#last = undefined;
    return rows;
  }
}

/** Finds only as many as are shown, so that a letter that thousands begin with costs little. */
function bestOf(
  matching: readonly number[],
  rows: readonly Row[],
  wanted: string,
  used: ReadonlyMap<number, number>,
): number[] {
  const starting: number[] = [];
  const withWord: number[] = [];
  const others: number[] = [];
  const beginning = ` ${wanted}`;
  for (const index of matching) {
    if (starting.length >= shownItemsMax) break;
    const row = rows[index];
    if (!row || used.has(index)) continue;
    if (row.label.startsWith(wanted)) starting.push(index);
    else if (withWord.length < shownItemsMax) (row.words.includes(beginning) ? withWord : others).push(index);
  }
  return [...starting, ...withWord, ...others];
}

function rowOf(item: ListItem, language: string): Row {
  const { code, label: text, synonyms = [], taxon } = item;
  const label = normalizeSearchText(textIn(text, language));
  const others = typeof text === "string" ? [] : Object.values(text);
  const names = [...others, ...synonyms, taxon?.scientific_name ?? "", code].join(" ");
  return { item, label, words: ` ${label} ${normalizeSearchText(names)}` };
}

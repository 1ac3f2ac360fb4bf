import { type FieldKind, textIn } from "../../../protocol/field.ts";
import { makeFilter } from "../../../protocol/lists/choice-columns.ts";
import type { ListItem } from "../../../protocol/lists/list-item.ts";
import { normalizeSearchText } from "../../../protocol/search-text.ts";
import { findListText, findUses, hasList, keepListText } from "../api/kept-lists.ts";

/** The filter of a field, and the answers that it uses. */
export type Offer = {
  filter: string;
  answers: Readonly<Record<string, unknown>>;
  /** Of these answers. */
  kinds: Readonly<Record<string, FieldKind | undefined>>;
  now: string;
};

export type AskedList = {
  id: number;
  version: number;
  /** Address of the whole list. */
  address: string;
  /** Who asks; what they see isn't kept in memory for others. */
  account: string | undefined;
};

export type ListQuestion =
  | { ask: "keep"; list: AskedList }
  | {
      ask: "search";
      list: AskedList;
      query: string;
      language: string;
      offer: Offer | undefined;
    }
  | { ask: "find"; list: AskedList; codes: readonly string[]; offer: Offer | undefined };

export type ListAnswer = {
  keep: true;
  search: Found;
  /** Items of the list, and whether the filter offers them. */
  find: readonly { item: ListItem; isOffered: boolean }[];
};

/**
 * Instead of an answer: the list isn't on this device, and has to be fetched with a token that may be needed; or the
 * server refused the token.
 */
export type NoAnswer = "absent" | "refused";

/** The right to fetch a list. */
export type ListAccess = { token: string | undefined };

class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

/** Lists in memory; a form rarely has more. */
const openListsMax = 4;
/** A list without its places is asked for again: whoever joins the quest sees it whole. */
const withoutPlacesMs = 60_000;
const open = new Map<string, Promise<ListIndex>>();

/**
 * Answers in the worker.
 * @param access undefined: the list is not fetched
 * @throws if the list is neither on this device nor reachable
 */
export async function answerQuestion(
  question: ListQuestion,
  access: ListAccess | undefined,
): Promise<ListAnswer[ListQuestion["ask"]] | NoAnswer> {
  const { list } = question;
  if (!access && (question.ask === "keep" || !open.has(nameOf(list))) && !(await hasList(list).catch(() => false)))
    return "absent";
  try {
    return await answerFrom(list, question, access);
  } catch (error) {
    if (error instanceof TokenRefused) return "refused";
    throw error;
  }
}

async function answerFrom(list: AskedList, question: ListQuestion, access: ListAccess | undefined) {
  if (question.ask === "keep") return keep(list, access);
  const index = await openList(list, access);
  const { offer } = question;
  const isOffered =
    offer &&
    makeFilter(offer.filter, {
      answerOf: (key) => offer.answers[key],
      kindOf: (key) => offer.kinds[key],
      now: offer.now,
    });
  if (question.ask === "find") {
    return index.find(question.codes).map((item) => ({ item, isOffered: isOffered?.(item) !== false }));
  }
  const { query, language } = question;
  const used = list.account === undefined ? [] : await findUses(list.account, list.id).catch(() => []);
  return index.search({ query, language, used, isOffered, offeredId: JSON.stringify(offer) ?? "" });
}

async function keep(list: AskedList, access: ListAccess | undefined): Promise<true> {
  if (await hasList(list)) return true;
  const { text, isWhole } = await fetchText(list, access);
  if (!isWhole) throw new Error("This account doesn't see the places of the list.");
  await keepListText(list, text, list.account);
  open.delete(nameOf(list));
  return true;
}

const nameOf = ({ id, version, account }: AskedList) => JSON.stringify([id, version, account]);

function openList(list: AskedList, access: ListAccess | undefined): Promise<ListIndex> {
  const name = nameOf(list);
  const known = open.get(name);
  if (known) return known;
  const opening = readList(list, access);
  open.set(name, opening);
  opening.catch(() => open.delete(name));
  const [oldest] = open.keys();
  if (open.size > openListsMax && oldest !== undefined) open.delete(oldest);
  return opening;
}

async function readList(list: AskedList, access: ListAccess | undefined): Promise<ListIndex> {
  // Private windows may have no database.
  const kept = await findListText(list).catch(() => undefined);
  const { text, isWhole } = kept === undefined ? await fetchText(list, access) : { text: kept, isWhole: true };
  const { items } = JSON.parse(text) as { items: readonly ListItem[] };
  if (!isWhole) setTimeout(() => open.delete(nameOf(list)), withoutPlacesMs);
  else if (kept === undefined)
    await keepListText(list, text, list.account).catch((error: unknown) => console.warn(error));
  return new ListIndex(items);
}

async function fetchText(
  { address }: AskedList,
  access: ListAccess | undefined,
): Promise<{ text: string; isWhole: boolean }> {
  const response = await fetch(address, {
    headers: access?.token === undefined ? {} : { Authorization: `Bearer ${access.token}` },
  });
  const text = await response.text();
  if (response.status === 401) throw new TokenRefused();
  // Wi-Fi login pages answer with 200 as well.
  if (!response.ok || !text.startsWith("{")) throw new Error(`The list could not be fetched: ${response.status}`);
  return { text, isWhole: (JSON.parse(text) as { without_places?: true }).without_places === undefined };
}

/** Typing more shows others. */
export const shownItemsMax = 50;

type Search = {
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

type Found = { found: readonly ListItem[]; count: number /** Offered, whatever is typed. */; total: number };

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

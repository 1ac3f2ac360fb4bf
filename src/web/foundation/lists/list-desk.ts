import { makeFilter } from "../../../protocol/lists/filter-choices.ts";
import type { ListItem } from "../../../protocol/lists/list-item.ts";
import { findListText, findUses, hasList, keepListText } from "../api/kept-lists.ts";
import { type Found, ListIndex } from "./list-index.ts";

/** The filter of a field, and the answers that it uses. */
export type Offer = {
  filter: string;
  answers: Readonly<Record<string, unknown>>;
  /** Keys of the answers that are one option each. */
  oneOptions: readonly string[];
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
      isOneOption: (key) => offer.oneOptions.includes(key),
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

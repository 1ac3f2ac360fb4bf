import { makeFilter } from "../../protocol/lists/filter-choices.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { findListText, findUses, hasList, keepListText } from "../api/kept-lists.ts";
import { type Found, ListIndex } from "./list-index.ts";

/** The filter of a field, and the answers that it uses. */
export type Offer = { filter: string; answers: Readonly<Record<string, unknown>>; now: string };

type AskedList = { id: number; version: number /** Of the whole list. */; address: string };

export type ListQuestion =
  | { ask: "keep"; list: AskedList }
  | {
      ask: "search";
      list: AskedList;
      query: string;
      language: string;
      account: string | undefined;
      offer: Offer | undefined;
    }
  | { ask: "find"; list: AskedList; codes: readonly string[]; offer: Offer | undefined };

export type ListAnswer = {
  keep: true;
  search: Found;
  /** Items of the list, and whether the filter offers them. */
  find: readonly { item: ListItem; isOffered: boolean }[];
};

/** Lists in memory; a form rarely has more. */
const openListsMax = 4;
const open = new Map<string, Promise<ListIndex>>();

/** Answers in the worker. @throws if the list is neither on this device nor reachable */
export async function answerQuestion(question: ListQuestion): Promise<ListAnswer[ListQuestion["ask"]]> {
  const { list } = question;
  if (question.ask === "keep") return keep(list);
  const index = await openList(list);
  const { offer } = question;
  const isOffered = offer && makeFilter(offer.filter, { answerOf: (key) => offer.answers[key], now: offer.now });
  if (question.ask === "find") {
    return index.find(question.codes).map((item) => ({ item, isOffered: isOffered?.(item) !== false }));
  }
  const { query, language, account } = question;
  const used = account === undefined ? [] : await findUses(account, list.id).catch(() => []);
  return index.search({ query, language, used, isOffered, offeredId: JSON.stringify(offer) ?? "" });
}

async function keep(list: AskedList): Promise<true> {
  if (!(await hasList(list))) await keepListText(list, await fetchText(list));
  return true;
}

function openList(list: AskedList): Promise<ListIndex> {
  const name = `${list.id}/${list.version}`;
  const known = open.get(name);
  if (known) return known;
  const opening = readList(list);
  open.set(name, opening);
  opening.catch(() => open.delete(name));
  const [oldest] = open.keys();
  if (open.size > openListsMax && oldest !== undefined) open.delete(oldest);
  return opening;
}

async function readList(list: AskedList): Promise<ListIndex> {
  // Private windows may have no database.
  const kept = await findListText(list).catch(() => undefined);
  const text = kept ?? (await fetchText(list));
  const { items } = JSON.parse(text) as { items: readonly ListItem[] };
  if (kept === undefined) await keepListText(list, text).catch((error: unknown) => console.warn(error));
  return new ListIndex(items);
}

async function fetchText({ address }: AskedList): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  // Wi-Fi login pages answer with 200 as well.
  if (!response.ok || !text.startsWith("{")) throw new Error(`The list could not be fetched: ${response.status}`);
  return text;
}

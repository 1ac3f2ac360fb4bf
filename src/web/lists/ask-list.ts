import type { ListReference } from "../../protocol/field.ts";
import { listRowsMax } from "../../protocol/lists/list-limits.ts";
import { addressOf } from "../api/addresses.ts";
import { noteUse } from "../api/kept-lists.ts";
import { currentAccount } from "../api/session.ts";
import { AskedWorker } from "../asked-worker.ts";
import type { ListAnswer, ListQuestion, Offer } from "./list-desk.ts";

export type { Offer } from "./list-desk.ts";

/** The list is neither on this device nor reachable. */
export class ListMissing extends Error {
  override readonly name = "ListMissing";
}

const worker = new AskedWorker(() => new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" }));

async function ask<Question extends ListQuestion>(question: Question): Promise<ListAnswer[Question["ask"]]> {
  try {
    if (typeof Worker !== "undefined") return await worker.ask(question);
    const { answerQuestion } = await import("./list-desk.ts");
    return (await answerQuestion(question)) as ListAnswer[Question["ask"]];
  } catch (error) {
    throw new ListMissing(String(error));
  }
}

function askedList({ id, version = 1 }: ListReference) {
  const path = addressOf("getList", { params: { id }, query: { version, limit: listRowsMax } });
  // A worker resolves addresses from its own.
  return { id, version, address: new URL(path, location.href).href };
}

/** @throws ListMissing */
export const searchList = (list: ListReference, query: string, language: string, offer: Offer | undefined) =>
  ask({ ask: "search", list: askedList(list), query, language, account: currentAccount(), offer });

/** The items with these codes. @throws ListMissing */
export const findInList = (list: ListReference, codes: readonly string[], offer: Offer | undefined) =>
  ask({ ask: "find", list: askedList(list), codes, offer });

/** Keeps a list on this device. @throws ListMissing */
export const keepList = (list: ListReference) => ask({ ask: "keep", list: askedList(list) });

/** Ranks an item first from now on. */
export function noteChosen({ id }: ListReference, code: string): void {
  const account = currentAccount();
  if (account !== undefined) void noteUse(account, id, code).catch(() => {});
}

import type { ListReference } from "../../protocol/field.ts";
import { listRowsMax } from "../../protocol/lists/list-limits.ts";
import { addressOf } from "../api/addresses.ts";
import { noteUse } from "../api/kept-lists.ts";
import { currentAccount } from "../api/session.ts";
import type { ListAnswer, ListQuestion, Offer } from "./list-desk.ts";

export type { Offer } from "./list-desk.ts";

/** The list is neither on this device nor reachable. */
export class ListMissing extends Error {
  override readonly name = "ListMissing";
}

type Waiting = { resolve: (answer: never) => void; reject: (error: unknown) => void };
const waiting = new Map<number, Waiting>();
let lastId = 0;
let worker: Worker | undefined;

function startWorker(): Worker {
  const started = new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer?: never; error?: string }>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.answer as never);
    else asked?.reject(new ListMissing(data.error));
  });
  // Its script could not be loaded.
  started.addEventListener("error", () => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new ListMissing("The search could not be started."));
    waiting.clear();
  });
  return started;
}

async function ask<Question extends ListQuestion>(question: Question): Promise<ListAnswer[Question["ask"]]> {
  if (typeof Worker === "undefined") {
    const { answerQuestion } = await import("./list-desk.ts");
    return answerQuestion(question).catch((error: unknown) => {
      throw new ListMissing(String(error));
    }) as Promise<ListAnswer[Question["ask"]]>;
  }
  worker ??= startWorker();
  const { postMessage } = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    postMessage.call(worker, { id, question });
  });
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

import type { ListReference } from "../../../protocol/field.ts";
import { listRowsMax } from "../../../protocol/lists/list-limits.ts";
import { addressOf } from "../api/addresses.ts";
import { noteUse } from "../api/kept-lists.ts";
import { currentAccount, withToken } from "../api/session.ts";
import { AskedWorker } from "../asked-worker.ts";
import type { AskedList, ListAccess, ListAnswer, ListQuestion, NoAnswer, Offer } from "./list-desk.ts";

export type { Offer } from "./list-desk.ts";

/** The list is neither on this device nor reachable. */
export class ListMissing extends Error {
  override readonly name = "ListMissing";
}

const worker = new AskedWorker(() => new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" }));

type AnswerTo<Question extends ListQuestion> = ListAnswer[Question["ask"]];

/** The token is asked for only if the list has to be fetched: without a line, it may take long to renew. */
async function ask<Question extends ListQuestion>(question: Question): Promise<AnswerTo<Question>> {
  try {
    const atHand = await send(question, undefined);
    if (atHand !== "absent" && atHand !== "refused") return atHand;
    const { answer } = await withToken(
      async (token) => {
        const fetched = await send(question, { token });
        return { status: fetched === "refused" ? 401 : 200, answer: fetched };
      },
      { isOpenToVisitors: true },
    );
    if (answer === "absent" || answer === "refused") throw new Error(`The list is ${answer}.`);
    return answer;
  } catch (error) {
    throw new ListMissing(String(error));
  }
}

async function send<Question extends ListQuestion>(
  question: Question,
  access: ListAccess | undefined,
): Promise<AnswerTo<Question> | NoAnswer> {
  if (typeof Worker !== "undefined") return worker.ask({ question, access });
  const { answerQuestion } = await import("./list-desk.ts");
  return (await answerQuestion(question, access)) as AnswerTo<Question> | NoAnswer;
}

function askedList({ id, version = 1 }: ListReference): AskedList {
  const path = addressOf("getList", { params: { id }, query: { version, limit: listRowsMax } });
  // A worker resolves addresses from its own.
  return { id, version, address: new URL(path, location.href).href, account: currentAccount() };
}

/** @throws ListMissing */
export const searchList = (list: ListReference, query: string, language: string, offer: Offer | undefined) =>
  ask({ ask: "search", list: askedList(list), query, language, offer });

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

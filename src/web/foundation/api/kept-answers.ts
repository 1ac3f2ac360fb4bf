import keptAlways from "virtual:calls-kept-always";
import type { DBSchema, IDBPDatabase } from "idb";
import type { CallName } from "../../../contract/all-calls.ts";
import { defineDatabase } from "../database.ts";
import { forgetComments, forgetCommentsOfOthers } from "./kept-comments.ts";
import { currentAccount } from "./session.ts";
import { noteAnswer, revalidateStale, staleSinceMs } from "./staleness.ts";

/** An unparsed answer. */
export type RawAnswer = {
  status: number;
  text: string;
  /** Cursor of the next page. */
  nextPart: string | undefined;
};

export type KeptCall = { name: CallName; address: string; params: Readonly<Record<string, string | number>> };

type KeptAnswer = RawAnswer & {
  account: string;
  address: string;
  name: CallName;
  questId: number | null;
  keptAtMs: number;
};

/** A quest saved for offline use. */
export type TakenQuest = { account: string; questId: number; takenAtMs: number; picture: KeptPicture | null };
/** WebKit stores no blobs in private windows. */
type KeptPicture = { type: string; bytes: ArrayBuffer };

type KeptDatabase = DBSchema & {
  answers: { key: [account: string, address: string]; value: KeptAnswer; indexes: { "by-account": string } };
  taken: { key: [account: string, questId: number]; value: TakenQuest; indexes: { "by-account": string } };
};

/** After this long without an answer, the stored one is shown. */
const patienceMs = 5_000;
const retryEveryMs = 20_000;
/** Limits for answers outside the user's own quests; the oldest are deleted first. */
const looseAnswersMax = 120;
const looseCharactersMax = 4_000_000;
/** Every map view is a separate answer, and they must not displace quests and lists. */
const mapLooksMax = 30;
const trimEveryMs = 60_000;

/** A proxy responds with these when the server is down. */
const isLineFailure = (status: number) => status === 502 || status === 503 || status === 504;
/** A 404 is stored, because it means that the user has not joined the quest. */
const isWorthKeeping = ({ status }: RawAnswer) => status === 200 || status === 404;

export const withKept = defineDatabase<KeptDatabase>("cairn-kept", 1, (made) => {
  made.createObjectStore("answers", { keyPath: ["account", "address"] }).createIndex("by-account", "account");
  made.createObjectStore("taken", { keyPath: ["account", "questId"] }).createIndex("by-account", "account");
});

/**
 * Returns the fresh answer or, if the connection fails, the account's stored one; the bar then shows its age. Without a
 * stored one, returns `fresh`.
 */
export async function orKept(call: KeptCall, fresh: Promise<RawAnswer>): Promise<RawAnswer> {
  const account = currentAccount();
  if (account === undefined) return fresh;
  const settled = fresh.then(
    (answer) => (isLineFailure(answer.status) ? undefined : answer),
    () => undefined,
  );
  const first = await Promise.race([settled.then((answer) => ({ answer })), pause(patienceMs)]);
  if (first?.answer) {
    noteAnswer(call.address);
    track(keep(account, call, first.answer));
    return first.answer;
  }
  const kept = await find(account, call.address);
  if (!kept || currentAccount() !== account) return fresh;
  noteAnswer(call.address, kept.keptAtMs);
  retryWhileStale();
  // The answer was only slow. Once it arrives, visible data is refetched.
  if (!first)
    void settled.then(async (late) => late && (await keep(account, call, late)) && revalidateStale(call.address));
  return kept;
}

const writes = new Set<Promise<unknown>>();

function track(write: Promise<unknown>): void {
  writes.add(write);
  void write.finally(() => writes.delete(write));
}

/** Settles once all pending writes have ended. */
export const allWritten = (): Promise<unknown> => Promise.all(writes);

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

async function find(account: string, address: string): Promise<KeptAnswer | undefined> {
  try {
    return await withKept((database) => database.get("answers", [account, address]));
  } catch {
    // Private windows may have no database.
    return undefined;
  }
}

/** @returns whether it was stored */
async function keep(account: string, { name, address, params }: KeptCall, answer: RawAnswer): Promise<boolean> {
  const isOfAnother = params.username !== undefined && params.username !== account;
  if (isOfAnother || !isWorthKeeping(answer)) return false;
  const questId = params.id === undefined ? null : Number(params.id);
  const { status, text, nextPart } = answer;
  try {
    await withKept(async (database) => {
      // The user has signed out or changed meanwhile.
      if (currentAccount() !== account) return;
      await database.put("answers", { account, address, name, questId, status, text, nextPart, keptAtMs: Date.now() });
      await trim(database, account);
    });
    return true;
  } catch (error) {
    console.warn("An answer could not be kept on this device.", error);
    return false;
  }
}

let trimmedAtMs = 0;

/** Deletes the oldest answers of quests that the account has neither joined nor saved for offline use. */
async function trim(database: IDBPDatabase<KeptDatabase>, account: string): Promise<void> {
  if (Date.now() - trimmedAtMs < trimEveryMs) return;
  trimmedAtMs = Date.now();
  const answers = await database.getAllFromIndex("answers", "by-account", account);
  const taken = await database.getAllFromIndex("taken", "by-account", account);
  const held = new Set(taken.map(({ questId }) => questId));
  for (const { name, questId, status } of answers) {
    if (name === "getAdventurerQuest" && status === 200 && questId !== null) held.add(questId);
  }
  const loose = answers
    .filter(({ name, questId }) => !keptAlways.includes(name) && !(questId !== null && held.has(questId)))
    .sort((one, other) => other.keptAtMs - one.keptAtMs);
  let characters = 0;
  let mapLooks = 0;
  for (const [index, { name, address, text }] of loose.entries()) {
    characters += text.length;
    if (name === "listQuestClusters") mapLooks++;
    const isOneTooMany = name === "listQuestClusters" && mapLooks > mapLooksMax;
    if (index >= looseAnswersMax || characters > looseCharactersMax || isOneTooMany)
      await database.delete("answers", [account, address]);
  }
}

let retries: ReturnType<typeof setInterval> | undefined;

/** Browsers report a connection, but not that the server comes back, so this also polls. */
function retryWhileStale(): void {
  if (retries !== undefined) return;
  retries = setInterval(retry, retryEveryMs);
  window.addEventListener("online", retry);
}

function retry(): void {
  if (staleSinceMs() === undefined) {
    clearInterval(retries);
    retries = undefined;
    window.removeEventListener("online", retry);
  } else if (navigator.onLine && document.visibilityState === "visible") revalidateStale();
}

/** Deletes the account's answers, offline quests with their maps, drafts of comments and what it chose from lists. */
export async function forgetKept(account: string): Promise<void> {
  forgetComments(account);
  await forgetChosen((each) => each === account);
  await forgetWhere(["answers", "taken"], (each) => each === account);
}

/** Deletes only the answers. Offline quests and drafts stay for the next sign-in. */
export async function forgetAnswers(account: string): Promise<void> {
  await forgetWhere(["answers"], (each) => each === account);
}

/** Deletes the data of all other accounts at sign-in. */
export async function forgetOthers(account: string): Promise<void> {
  forgetCommentsOfOthers(account);
  await forgetWhere(["answers", "taken"], (each) => each !== account);
  await forgetChosen((each) => each !== account);
}

async function forgetWhere(
  names: readonly ("answers" | "taken")[],
  isMeant: (account: string) => boolean,
): Promise<void> {
  await withKept(async (database) => {
    const transaction = database.transaction(names, "readwrite");
    for (const name of names) {
      const store = transaction.objectStore(name);
      for (const key of await store.getAllKeys()) if (isMeant(key[0])) await store.delete(key);
    }
    await transaction.done;
  });
}

async function forgetChosen(isMeant: (account: string) => boolean): Promise<void> {
  const [{ forgetLists }, { forgetMaps }] = await Promise.all([import("./kept-lists.ts"), import("./kept-maps.ts")]);
  await Promise.all([forgetLists(isMeant), forgetMaps(isMeant)]);
}

import { type DBSchema, type IDBPDatabase, openDB, unwrap, wrap } from "idb";
import { onRest } from "./page-rests.ts";

/**
 * Opens all databases of the app, in pages and workers. A connection lasts as long as one piece of work, because browsers
 * close idle ones; so does nothing longer, because a page that rests would keep everybody else waiting.
 */

/**
 * Why a database can't be used. `none`: the browser gives none, because of a private window or a setting. `broken`: what
 * it has can't be read. `newer`: another tab runs a newer version of the app. `blocked`: another tab has an older one
 * open. `silent`: the browser doesn't answer.
 */
export type UnavailableReason = "none" | "broken" | "newer" | "blocked" | "silent";

export class DatabaseUnavailableError extends Error {
  constructor(
    readonly reason: UnavailableReason,
    options?: ErrorOptions,
  ) {
    super(`storage: ${reason}`, options);
  }
}

type Work<Schema extends DBSchema, Result> = (database: IDBPDatabase<Schema>) => Promise<Result>;
/** Runs work on a connection, from the beginning again if it was lost or the page rested meanwhile. */
export type WithDatabase<Schema extends DBSchema> = <Result>(work: Work<Schema, Result>) => Promise<Result>;

type Make<Schema extends DBSchema> = (made: IDBPDatabase<Schema>) => void;
type Options = {
  /** Work that takes longer is given up. */
  patienceSeconds?: number;
};
type Definition<Schema extends DBSchema> = Required<Options> & {
  name: string;
  version: number | undefined;
  make: Make<Schema>;
};

/** An older tab closes its connections after each piece of work. */
const blockedSeconds = 5;

/** What ends the work that is under way. */
const underway = new Set<(why: Error) => void>();
let awake = Promise.resolve();
let rests = 0;

// Service workers have no pages to rest.
if ("document" in globalThis) {
  let wake = () => {};
  const rest = () => {
    rests += 1;
    awake = new Promise((resolve) => {
      wake = resolve;
    });
    for (const end of underway) end(new Error("The page rests."));
  };
  onRest(rest, () => wake());
}

/**
 * Without a version, the database is opened as it is, and never made.
 * @returns a function whose calls throw DatabaseUnavailableError
 */
export function defineDatabase<Schema extends DBSchema>(
  name: string,
  version: number | undefined,
  make: Make<Schema>,
  { patienceSeconds = 10 }: Options = {},
): WithDatabase<Schema> {
  const definition = { name, version, make, patienceSeconds };
  return async (work) => {
    let hasTriedAgain = false;
    for (;;) {
      await awake;
      const restsBefore = rests;
      try {
        return await perform(definition, work);
      } catch (error) {
        if (rests !== restsBefore) continue;
        if (hasTriedAgain || !isLost(error)) throw error;
        hasTriedAgain = true;
      }
    }
  };
}

/** iPhones end the process that has the databases when they need its memory, or while the app is in the background. */
const isLost = (error: unknown) =>
  (error instanceof DatabaseUnavailableError && error.reason === "broken") ||
  ["UnknownError", "InvalidStateError", "AbortError"].includes(nameOf(error));

const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : "");

async function perform<Schema extends DBSchema, Result>(
  { name, version, make, patienceSeconds }: Definition<Schema>,
  work: Work<Schema, Result>,
): Promise<Result> {
  const connection = makeConnection();
  const { giveUp } = connection;
  const giveUpAfter = (seconds: number, reason: UnavailableReason) =>
    afterSeconds(seconds, () => giveUp(new DatabaseUnavailableError(reason)));
  const stops = [giveUpAfter(patienceSeconds, "silent")];
  underway.add(giveUp);
  const request = () =>
    openDB<Schema>(name, version, {
      upgrade(made, _old, _new, transaction) {
        connection.follow(unwrap(transaction));
        make(made);
      },
      blocked: () => void stops.push(giveUpAfter(blockedSeconds, "blocked")),
      // A newer app in another tab, or somebody who signs out, waits for this connection to close.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  const open = async () => {
    try {
      await makeApart({ name, version, make });
      const opened = await request();
      connection.hold(unwrap(opened));
      return opened;
    } catch (error) {
      throw error instanceof DatabaseUnavailableError ? error : whyClosed(error);
    }
  };
  try {
    return await Promise.race([connection.ended, open().then(work)]);
  } finally {
    underway.delete(giveUp);
    for (const stop of stops) stop();
    connection.close();
  }
}

/** What can be given up at any time, with all transactions that were begun on it. */
function makeConnection() {
  const transactions = new Set<IDBTransaction>();
  let database: IDBDatabase | undefined;
  let isOver = false;
  let end: (why: Error) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  const follow = (transaction: IDBTransaction) => {
    transactions.add(transaction);
    // If it is aborted, `done` rejects without a handler.
    wrap(transaction).done.catch(() => {});
  };
  const close = () => {
    isOver = true;
    database?.close();
  };
  return {
    ended,
    follow,
    close,
    hold(opened: IDBDatabase) {
      database = opened;
      if (isOver) close();
      const begin = opened.transaction.bind(opened);
      opened.transaction = (...given) => {
        const transaction = begin(...given);
        follow(transaction);
        return transaction;
      };
    },
    giveUp(why: Error) {
      for (const transaction of transactions) abort(transaction);
      close();
      end(why);
    },
  };
}

/** Databases that are as this app needs them. */
const made = new Set<string>();

/** A page that rests while it makes a database would keep it from everybody. */
async function makeApart<Schema extends DBSchema>({
  name,
  version,
  make,
}: Pick<Definition<Schema>, "name" | "version" | "make">): Promise<void> {
  if (version === undefined || made.has(name) || !("document" in globalThis) || !indexedDB?.databases) return;
  const all = await indexedDB.databases();
  if (!all.some((each) => each.name === name && (each.version ?? 0) >= version)) {
    // Only a phone that is new to Cairn needs it.
    const part = await import("./make-in-frame.ts").catch(() => undefined);
    const isFree = await part?.makeInFrame(name, version, make as (made: unknown) => void);
    if (isFree === false) throw new DatabaseUnavailableError("blocked");
  }
  made.add(name);
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}

/** Counts only seconds in which the page lives: a phone that sleeps stops the page, but not the clock. */
function afterSeconds(seconds: number, act: () => void): () => void {
  let left = seconds;
  const ticks = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(ticks);
    act();
  }, 1_000);
  return () => clearInterval(ticks);
}

function whyClosed(error: unknown): unknown {
  const name = nameOf(error);
  // The outbox tells what to do about it.
  if (name === "QuotaExceededError") return error;
  if (name === "VersionError") return new DatabaseUnavailableError("newer", { cause: error });
  const isBroken = name === "UnknownError" || name === "AbortError" || name === "DataError";
  return new DatabaseUnavailableError(isBroken ? "broken" : "none", { cause: error });
}

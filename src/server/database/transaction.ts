import { AsyncLocalStorage } from "node:async_hooks";
import type { Db, Tx } from "./connection.ts";

const rights = new AsyncLocalStorage<(tx: Tx) => Promise<void>>();

/**
 * Has `ask` throw in each transaction of `work` whose caller has lost the right to it: between the question at a call's
 * beginning and its write, bytes move and others are waited for.
 */
export function askingInTransactions<Result>(
  ask: (tx: Tx) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  return rights.run(ask, work);
}

/** Asks once more, after the transaction has waited for somebody's lock. */
export const askRights = async (tx: Tx): Promise<void> => rights.getStore()?.(tx);

/**
 * Runs `work` in one transaction: commits if it resolves, rolls back if it rejects. It must use `tx` for all queries, and do no file
 * or network I/O, which would hold the connection and its locks.
 * @throws DomainError if it belongs to a call whose token, session or role has ended
 */
export function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  // Before the pool is waited for: whoever frees a connection must not lend their rights.
  const ask = rights.getStore();
  return db.transaction().execute(async (tx) => {
    await ask?.(tx);
    return work(tx);
  });
}

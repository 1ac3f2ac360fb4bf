import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import type { Database } from "../../../generated/database/schema.ts";

type Tx = Transaction<Database>;
/**
 * Throws if the caller has lost the right to what the transaction is about to write. It uses `tx` only, so that it wants no
 * second connection, and waits for nothing but the caller's account, so that no order of calls makes it wait for itself.
 */
export type Ask = (tx: Tx) => Promise<void>;

const rights = new AsyncLocalStorage<Ask>();

/**
 * Has `ask` throw in each transaction of `work`, and before each single statement that writes, whose caller has lost the
 * right to it: between the question at a call's beginning and its write, bytes move and others are waited for.
 */
export function askingInTransactions<Result>(ask: Ask, work: () => Promise<Result>): Promise<Result> {
  return rights.run(ask, work);
}

/** How to ask for the rights of the call that this work belongs to. Jobs and sweeps have none. */
export const findAsk = (): Ask | undefined => rights.getStore();

/**
 * Asks once more, after the transaction has waited for somebody's lock. Asking only reads, on the connection of the write,
 * so it can't cause a deadlock.
 */
export const askRights = async (tx: Tx): Promise<void> => findAsk()?.(tx);

/**
 * Runs what has to be put in order after a call, whether it was refused or not, and work of the whole process that a
 * call happens to begin.
 */
export const regardlessOfRights = <Result>(work: () => Promise<Result>): Promise<Result> => rights.exit(work);

import type { Db, Tx } from "./connection.ts";

/**
 * Runs `work` in one transaction: commits if it resolves, rolls back if it rejects. It must use `tx` for all queries, and do no file
 * or network I/O, which would hold the connection and its locks.
 */
export function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

import type { Db, Tx } from "./connection.ts";

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. No file or network I/O inside,
 * which would block the connection and its locks.
 */
export function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

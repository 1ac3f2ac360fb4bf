import type { Db, Tx } from "./connection.ts";

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Everything in it goes
 * through the given `tx`. No file or network I/O inside: it would hold a connection and its locks for as long.
 */
export function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

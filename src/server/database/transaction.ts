import { type Db, repeatIfEnded, type Tx } from "./connection.ts";
import { findAsk } from "./rights.ts";

/**
 * Runs `work` in one transaction: commits if it resolves, rolls back if it rejects. It must use `tx` for all queries, and do no file
 * or network I/O, which would hold the connection and its locks. It must change nothing else either: it runs again if
 * PostgreSQL ended it for a deadlock.
 * @param options.lockFirst locks accounts other than the caller's, or more than others do, before anything else is
 * locked: see `hold-accounts.ts`
 * @throws DomainError if it belongs to a call whose token, session or role has ended
 */
export function transaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { lockFirst }: { lockFirst?: (tx: Tx) => Promise<unknown> } = {},
): Promise<Result> {
  // Before the pool is waited for: whoever frees a connection must not lend their rights.
  const ask = findAsk();
  const run = () =>
    db.transaction().execute(async (tx) => {
      await lockFirst?.(tx);
      await ask?.(tx);
      return work(tx);
    });
  return repeatIfEnded(run);
}

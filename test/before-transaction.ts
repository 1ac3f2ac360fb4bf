import { vi } from "vitest";
import type { Db } from "../src/server/database/connection.ts";

/**
 * Does something when the next transaction begins. No worker may run beside it. Returns a function that gives up, for
 * calls that may begin none.
 */
export function beforeTransaction(db: Db, act: () => Promise<unknown>): () => void {
  const begin = db.transaction.bind(db);
  const spy = vi.spyOn(db, "transaction").mockImplementation(() => {
    spy.mockRestore();
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      await act();
      return execute(work);
    };
    return builder;
  });
  return () => spy.mockRestore();
}

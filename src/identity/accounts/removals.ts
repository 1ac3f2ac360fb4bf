import type { IdentityDb } from "../database/identity-database.ts";

/** An account that is gone, and what its owner wanted done with what nobody accepted of their data. */
export type RemovedAccount = { accountId: string; deletesUnaccepted: boolean };

/** Told of each removal until it resolves; it may be told of one twice. */
export type OnAccountRemoved = (removed: RemovedAccount) => Promise<void>;

const batchSize = 100;

/**
 * Tells the rest of the product of removed accounts that it has not heard of. What fails is told again by a sweep.
 * @throws whatever `tell` throws
 */
export async function tellRemovals(db: IdentityDb, tell: OnAccountRemoved): Promise<void> {
  const untold = await db
    .selectFrom("former_usernames")
    .select(["username", "account_id", "deletes_unaccepted"])
    .where("told_at", "is", null)
    .where("account_id", "is not", null)
    .orderBy("removed_at")
    .limit(batchSize)
    .execute();
  for (const { username, account_id, deletes_unaccepted } of untold) {
    if (account_id) await tell({ accountId: account_id, deletesUnaccepted: deletes_unaccepted });
    await db.updateTable("former_usernames").set({ told_at: new Date() }).where("username", "=", username).execute();
  }
}

import type { IdentityDb } from "../database/identity-database.ts";

/** A removed account, and whether its owner wants unaccepted data deleted. */
export type RemovedAccount = { accountId: string; deletesUnaccepted: boolean };

/** Called for each removal until it resolves; may be called twice for one. */
export type OnAccountRemoved = (removed: RemovedAccount) => Promise<void>;

const batchSize = 100;

/**
 * Reports removed accounts, which the trigger function `keep_former_username` keeps, to the other components. A sweep
 * retries failures.
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

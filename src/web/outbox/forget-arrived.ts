import { announceChange } from "./changes.ts";
import { write } from "./storage.ts";

/** Forgets the account's data points that have arrived; what has not stays. */
export async function forgetArrived(account: string): Promise<void> {
  await write(async (transaction) => {
    for (const { localId, state } of await transaction.recordsOf(account)) {
      if (state === "delivered") await transaction.deleteRecord(localId);
    }
  });
  announceChange();
}
